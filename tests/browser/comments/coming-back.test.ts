import type { Page } from '@playwright/test';
import { expect, registerVerified, test } from '../../support/visitor.ts';

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
