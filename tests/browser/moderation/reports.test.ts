import type { Locator, Page } from '@playwright/test';
import { becomeModerator } from '../../support/moderator.ts';
import { expect, PASSWORD, registerVerified, test } from '../../support/visitor.ts';

/** Sends a form as the page's own script does. */
async function sendAs<A>(page: Page, address: string, form: Record<string, string>): Promise<A> {
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const headers = { accept: 'application/json' };
  return (await (await page.request.post(address, { form: { ...form, securitytoken, ajax: '1' }, headers })).json()) as A;
}

/** Goes on to the page of the queue that has it: what waits longest comes first, and other tests leave something there. */
async function goOnTo(page: Page, queued: Locator): Promise<void> {
  await expect(page).toHaveURL(/\/account\/moderation$/);
  const next = page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' });
  for (let number = 2; ; number++) {
    await page.waitForLoadState();
    if ((await queued.count()) > 0 || (await next.count()) === 0) return;
    await next.click();
    await expect(page).toHaveURL(new RegExp(`page=${number}$`));
  }
}

test('a guest who reports a deal signs in first, and the dialog is there again', async ({ page, ownDeal }) => {
  const { path } = ownDeal;
  const { email } = await registerVerified(page);
  await page.context().clearCookies();
  await page.goto(path);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Report this deal' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please choose a reason.');
  await dialog.getByRole('radio', { name: 'Repost' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await page.getByRole('tab', { name: 'Log In' }).click();
  const logIn = page.getByRole('dialog', { name: 'Log In' });
  await logIn.getByLabel('Email Address or Username').fill(email);
  await logIn.getByRole('button', { name: 'Continue' }).click();
  await logIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await logIn.getByRole('button', { name: 'Log In' }).click();
  await dialog.getByRole('radio', { name: 'Repost' }).check();
  await dialog.getByRole('button', { name: 'Send report' }).click();
  const thanks = page.getByRole('dialog', { name: 'Report sent' });
  await expect(thanks.getByRole('status')).toHaveText('Thank you. A moderator will look at it.');
  await page.keyboard.press('Escape');
  await expect(thanks).toBeHidden();
  await expect(page.getByRole('button', { name: 'Report', exact: true })).toBeFocused();
});

test('a member’s report waits for a moderator, who works through it by keyboard and takes it back', async ({ page, ownDeal }) => {
  const { path, dealTitle: title } = ownDeal;
  const note = `Seen before, ${Math.random().toString(36).slice(2)}`;
  const { username } = await becomeModerator(page);
  const form = { do: 'postreply', threadid: String(ownDeal.threadId), message: `Mine, ${note}` };
  const { reply } = await sendAs<{ reply: { postid: number } }>(page, '/forums/newreply.php', form);
  const moderator = await page.context().cookies();

  await page.context().clearCookies();
  await registerVerified(page);
  await sendAs(page, '/forums/report.php', { postid: String(reply.postid), reason: 'Spam' });
  await page.goto(path);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await page.getByRole('radio', { name: 'Repost' }).check();
  await page.getByLabel('Note (optional)').fill(note);
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thank you. A moderator will look at it.')).toBeVisible();
  await page.goto('/account/moderation');
  await expect(page.getByRole('heading', { level: 1, name: '404 Error' })).toBeVisible();

  await page.context().clearCookies();
  await page.context().addCookies(moderator);
  await page.goto(path);
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await page.getByRole('link', { name: 'Edit this deal', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.goto('/about');
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  await expect(page.getByRole('link', { name: 'Edit this deal', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Moderation', exact: true }).click();
  // What they wrote themselves is decided by somebody else.
  const own = page.getByRole('article').filter({ hasText: `Mine, ${note}` });
  await goOnTo(page, own);
  await expect(own).toContainText('You wrote this yourself: another moderator decides about it.');
  await expect(own.getByRole('button')).toHaveCount(0);
  const queued = page.getByRole('article').filter({ hasText: note, hasNotText: `Mine, ${note}` });
  await page.getByRole('link', { name: 'Reports' }).click();
  await goOnTo(page, queued);
  await expect(queued.getByRole('link', { name: title })).toBeVisible();
  await queued.getByLabel('Reason').focus();
  // Enter in the reason decides nothing.
  await page.keyboard.type('It stays:');
  await page.keyboard.press('Enter');
  await page.keyboard.type(note);
  await expect(queued.getByLabel('Reason')).toHaveValue(`It stays:\n${note}`);
  await queued.getByRole('button', { name: 'Keep' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Kept.' })).toBeVisible();
  await expect(queued).toHaveCount(0);

  await page.getByRole('link', { name: 'Public log', exact: true }).click();
  const logged = page.getByRole('listitem').filter({ hasText: note });
  await expect(logged).toContainText(`Kept the deal ${title}`);
  await expect(logged).not.toContainText(username);
  await page.goto('/account/moderation-done');
  const done = page.getByRole('listitem').filter({ hasText: note });
  await done.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Undone: kept.')).toBeVisible();
  await expect(done).toContainText('undone');
  await page.getByRole('link', { name: 'Reports' }).click();
  await goOnTo(page, queued);
  await expect(queued).toHaveCount(1);
});

test('a decision about one post leaves what was typed about another one of the page', async ({ page, ownDeal }) => {
  const note = `Buy lamps, ${Math.random().toString(36).slice(2)}`;
  await becomeModerator(page);
  const moderator = await page.context().cookies();
  await page.context().clearCookies();
  await registerVerified(page);
  const written: number[] = [];
  for (const which of ['first', 'second', 'third']) {
    const form = { do: 'postreply', threadid: String(ownDeal.threadId), message: `${note}: ${which}` };
    written.push((await sendAs<{ reply: { postid: number } }>(page, '/forums/newreply.php', form)).reply.postid);
  }
  await page.context().clearCookies();
  await registerVerified(page);
  for (const postid of written) await sendAs(page, '/forums/report.php', { postid: String(postid), reason: 'Spam' });
  await page.context().clearCookies();
  await page.context().addCookies(moderator);
  await page.goto('/account/moderation');
  const posts = page.getByRole('article').filter({ hasText: note });
  const decided = posts.filter({ hasText: `${note}: second` });
  await goOnTo(page, decided);
  // The first one is on the same page, or else the third one is.
  const other = posts.filter({ hasNotText: `${note}: second` }).first();
  await other.getByLabel('Reason').fill('Sells lamps');
  await other.getByLabel('And the author').selectOption('Suspend for 1 week');
  await decided.getByRole('button', { name: 'Hide' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Hidden.' })).toBeVisible();
  await expect(other.getByLabel('Reason')).toHaveValue('Sells lamps');
  await expect(other.getByLabel('And the author')).toHaveValue('suspend-7');
});
