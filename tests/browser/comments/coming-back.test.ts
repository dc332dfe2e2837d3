import type { Page } from '@playwright/test';
import { expect, register, registerVerified, test } from '../../support/visitor.ts';

const comment = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.locator('.comment__text > p', { hasText: words }) });

test('what a member wrote and voted shows when they come back to the page, also where they voted on another page since', async ({
  page,
  ownDeal,
}) => {
  const { path, postid, score } = ownDeal;
  await registerVerified(page);
  await page.goto(path);
  await page.getByLabel('Add a comment').fill('I shall be back');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(comment(page, 'I shall be back')).toBeFocused();
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  /** A vote shows before the server has it. */
  const vote = async () => {
    const counted = page.waitForResponse('/forums/sdthreadrate_ajax.php');
    await up.click();
    await counted;
  };
  await vote();
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
  await page.goto('/about');
  await page.goBack();
  await expect(comment(page, 'I shall be back')).toBeVisible();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
  await vote();
  await expect(page.getByLabel('Score').first()).toHaveText(String(score));

  // A page that the browser kept.
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  await expect(up).toHaveAttribute('aria-pressed', 'false');
  await page.request.post('/forums/sdthreadrate_ajax.php', { form: { postid, votetypeid: 1, vote: 1, ajax: 1, securitytoken } });
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
});

test('a comment that a member has begun is gone from the browser once they log out, in the header or in their settings, or another comes', async ({
  page,
  ownDeal,
}) => {
  const field = page.getByLabel('Add a comment');
  const drafts = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
  const begin = async () => {
    const { username } = await register(page);
    await page.goto(ownDeal.path);
    await field.fill('Not for whoever sits here next');
    await expect.poll(drafts).toHaveLength(1);
    return page.getByRole('banner').getByRole('button', { name: username });
  };
  const account = await begin();
  await account.click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(field).toHaveValue('');

  await begin();
  await page.goto('/forums/profile.php?do=accountsettings');
  await page.getByRole('button', { name: 'Log out here' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  await page.goto(ownDeal.path);
  await expect(field).toHaveValue('');
  expect(await drafts()).toEqual([]);

  // A session that ended by itself: the text is there until somebody else has logged in.
  await expect(await begin()).toBeVisible();
  await page.context().clearCookies();
  await page.goto(ownDeal.path);
  await expect(field).toHaveValue('Not for whoever sits here next');
  await register(page);
  await page.goto(ownDeal.path);
  await expect.poll(drafts).toEqual([]);
  await expect(field).toHaveValue('');
});
