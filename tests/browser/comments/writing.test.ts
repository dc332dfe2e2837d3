import type { Page } from '@playwright/test';
import { discussedDeals } from '../../support/threads.ts';
import { translate } from '../../support/translated.ts';
import { answerWith, expect, formerMember, PASSWORD, registerVerified, test } from '../../support/visitor.ts';

/** The comment with these words, not what it replies to; what is quoted in others does not count. */
const comment = (page: Page, words: string) =>
  page
    .getByRole('listitem')
    .filter({ has: page.locator('.comment__text > p', { hasText: words }) })
    .last();
/** A button of a comment itself, which stands before those of the replies below it. */
const button = (page: Page, words: string, name: string) =>
  comment(page, words)
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first();
const commentsOf = (count: number) => `${count} ${count === 1 ? 'comment' : 'comments'}`;
const write = (page: Page) => page.getByLabel('Add a comment');

test(
  'a member comments, replies, edits and deletes, and each shows at once when the page is loaded anew; what cannot be posted says why',
  { tag: '@phone' },
  async ({ page, ownDeal }) => {
    const { path, commentCount } = ownDeal;
    const { username } = await registerVerified(page);
    await page.goto(path);
    await write(page).fill('x');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Please write at least 2 characters.')).toBeVisible();
    await expect(write(page)).toBeFocused();
    // What is pasted is not cut without a word.
    await write(page).fill('');
    await page.keyboard.insertText('x'.repeat(10_001));
    // A word wider than the screen, such as a long address, does not widen the page.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Please write at most 10,000 characters. This has 10,001.')).toBeVisible();
    await answerWith(page, '/forums/newreply.php', { error: 'Your account is suspended until 12/24/26.' });
    await write(page).fill('Some words');
    // What was wrong is not said of what is typed now.
    await expect(page.getByText('Please write at most')).toHaveCount(0);
    await expect(write(page)).toHaveAccessibleDescription(/bold/);
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByText('Your account is suspended until 12/24/26.')).toBeVisible();
    await page.unrouteAll();
    await page.reload();
    await expect(write(page)).toHaveValue('Some words');

    await write(page).fill('A **fine** price');
    // On a slow line the button says that it was pressed.
    const arrives = Promise.withResolvers<undefined>();
    await page.route('/forums/newreply.php', async (route) => {
      await arrives.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByRole('button', { name: 'One moment…' })).toBeVisible();
    // What was typed now would be lost with the form.
    await expect(write(page)).not.toBeEditable();
    arrives.resolve(undefined);
    await expect(comment(page, 'A fine price')).toBeFocused();
    await expect(comment(page, 'A fine price').locator('strong', { hasText: 'fine' })).toBeVisible();
    await expect(write(page)).toHaveValue('');
    await expect(page.getByRole('heading', { name: /^\d+ comments?$/ })).toHaveText(commentsOf(commentCount + 1));

    await page.reload();
    // What is one's own is neither quoted nor reported.
    await expect(button(page, 'A fine price', 'Edit')).toBeVisible();
    await expect(comment(page, 'A fine price').getByText('More about').first()).toBeHidden();
    await button(page, 'A fine price', 'Reply').click();
    const reply = page.getByLabel(`Reply to ${username}`);
    await expect(reply).toBeFocused();
    // Lines are as wide as the field.
    await expect(reply).toHaveCSS('padding-right', '14px');
    await reply.pressSequentially('It is gone now');
    await page.getByRole('button', { name: 'Post reply' }).click();
    // It stands below what it replies to.
    await expect(comment(page, 'A fine price')).toContainText('It is gone now');
    await expect(comment(page, 'It is gone now')).toBeFocused();

    await button(page, 'It is gone now', 'Edit').click();
    const edit = page.getByLabel('Edit your comment');
    await expect(edit).toHaveValue('It is gone now');
    // Nothing was changed yet: a reload would open no form by itself, with a text that may be old by then.
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')))).toEqual([]);
    // Taller than the screen: all that is below moves up when it is deleted.
    await edit.fill(`It is back${'\n\nand on'.repeat(60)}`);
    // Deals have a button of the same name.
    await page
      .getByRole('region', { name: /comments?$/ })
      .getByRole('button', { name: 'Save' })
      .click();
    await expect(comment(page, 'It is back')).toBeFocused();

    await page.reload();
    await expect(comment(page, 'It is gone now')).toHaveCount(0);
    await button(page, 'It is back', 'Delete').click();
    // A key that is held down deletes nothing, and the question is told once, with the group that the focus comes into.
    const question = page.getByRole('group', { name: 'Delete this comment for good?' });
    await expect(question.getByRole('button', { name: 'Keep it' })).toBeFocused();
    await expect(question.getByRole('alert')).toHaveCount(0);
    await page.getByRole('button', { name: 'Delete comment' }).click();
    await expect(comment(page, 'It is back')).toHaveCount(0);
    await expect(page.getByRole('listitem').getByText('Your comment is deleted.')).toBeVisible();
    await expect(comment(page, 'A fine price')).toBeFocused();
    await expect(comment(page, 'A fine price')).toBeInViewport();
    await page.reload();
    await expect(page.getByRole('heading', { name: /^\d+ comments?$/ })).toHaveText(commentsOf(commentCount + 1));
    await expect(comment(page, 'It is back')).toHaveCount(0);
  },
);

test('a guest’s comment waits for the log-in, and is posted then', async ({ page, ownDeal }) => {
  const { path } = ownDeal;
  const { email } = await registerVerified(page);
  await page.context().clearCookies();
  await page.goto(path);
  await write(page).fill('From a guest');
  await page.getByRole('button', { name: 'Post comment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Log In' }).click();
  await dialog.getByLabel('Email Address or Username').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(comment(page, 'From a guest')).toBeVisible();
  await expect(write(page)).toHaveValue('');
});

test('a quote and a reply are begun at a comment, and are there again after a reload; a quote that does not come says so, and one that comes late leaves what was typed', async ({
  page,
  siteUrl,
  expectFaults,
}) => {
  expectFaults(/\/comments\/source\//);
  const { path } = (await discussedDeals(siteUrl))[0]!;
  await page.goto(path);
  const third = page.locator('.comment').nth(2);
  await third.getByText('…', { exact: true }).first().click();
  await third.getByRole('button', { name: 'Quote' }).first().click();
  await expect(third.getByRole('textbox')).toBeFocused();
  await expect(third.getByRole('textbox')).toHaveValue(/^> \S[^]*\n\n$/);
  await third.getByRole('button', { name: 'Cancel' }).click();
  await third.getByRole('button', { name: /^Reply to \S+’s comment$/ }).click();
  await third.getByRole('textbox').fill('Half a thou');
  await page.reload();
  await expect(third.getByRole('textbox')).toHaveValue('Half a thou');
  await expect(third.getByRole('textbox')).not.toBeFocused();
  await third.getByRole('button', { name: 'Cancel' }).click();
  await expect(third.getByRole('textbox')).toHaveCount(0);

  const field = third.getByRole('textbox');
  const quote = async (status: number, ...keys: string[]) => {
    const typed = Promise.withResolvers<undefined>();
    await page.route(
      '**/comments/source/*',
      async (route) => {
        await typed.promise;
        await route.fulfill({ status, json: status === 200 ? { message: 'Quoted' } : {} });
      },
      { times: 1 },
    );
    await third.getByText('…', { exact: true }).first().click();
    const asked = page.waitForRequest('**/comments/source/*');
    await third.getByRole('button', { name: 'Quote' }).first().click();
    await asked;
    for (const key of keys) await field.press(key);
    const answered = page.waitForResponse('**/comments/source/*');
    typed.resolve(undefined);
    await answered;
  };
  await quote(500);
  await expect(third.getByRole('alert')).toHaveText('This comment could not be loaded. Please try again.');
  await third.getByRole('button', { name: 'Cancel' }).click();
  await quote(200, 'H', 'i', 'Home');
  await field.press('O');
  await expect(field).toHaveValue('OHi');
});

test('on a page that the browser translates nothing is lost that is pressed or typed first', async ({ page, siteUrl, expectFaults }) => {
  // React reports that it found other words.
  expectFaults(/React error #418/);
  const { path } = (await discussedDeals(siteUrl))[0]!;
  await page.goto(path);
  await translate(page);
  const third = page.locator('.comment').nth(2);
  await third
    .getByRole('button', { name: /^Reply/i })
    .first()
    .click();
  await expect(third.getByRole('textbox')).toBeFocused();
  await page.reload();
  await translate(page);
  await write(page).pressSequentially('Half a thought');
  await expect(write(page)).toHaveValue('Half a thought');
  await expect(write(page)).toBeFocused();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a member comments and changes it by pages', async ({ page, ownDeal }) => {
    const { path } = ownDeal;
    await formerMember(page);
    await registerVerified(page);
    await page.goto(path);
    await write(page).fill('Without script');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your comment' })).toBeVisible();
    await expect(write(page)).toHaveValue('Without script');
    await page.getByRole('button', { name: 'Post comment' }).click();
    await comment(page, 'Without script').getByText('…', { exact: true }).first().click();
    await button(page, 'Without script', 'Quote').click();
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('> Without script\n\n');
    await page.getByRole('link', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Edit your comment').fill('y');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Please write at least 2 characters.')).toBeVisible();
    await expect(page.getByLabel('Edit your comment')).toHaveValue('y');
    await page.getByLabel('Edit your comment').fill('By a page');
    await page.getByRole('button', { name: 'Save' }).click();
    await button(page, 'By a page', 'Reply').click();
    await page.getByRole('link', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete comment' }).click();
    await expect(page.getByText('Your comment is deleted.')).toBeVisible();
    await expect(comment(page, 'By a page')).toHaveCount(0);
  });
});
