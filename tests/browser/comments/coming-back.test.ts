import type { Page } from '@playwright/test';
import { expect, registerVerified, test } from '../../support/visitor.ts';

const comment = (page: Page, words: string) =>
  page.getByRole('listitem').filter({ has: page.locator('.comment__text > p', { hasText: words }) });

test('what a member wrote and voted shows when they come back to the page', async ({ page, ownDeal }) => {
  const { path, score } = ownDeal;
  await registerVerified(page);
  await page.goto(path);
  await page.getByLabel('Add a comment').fill('I shall be back');
  await page.getByRole('button', { name: 'Post comment' }).click();
  await expect(comment(page, 'I shall be back')).toBeFocused();
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  await up.click();
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
  await page.goto('/about');
  await page.goBack();
  await expect(comment(page, 'I shall be back')).toBeVisible();
  await expect(up).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
  await up.click();
  await expect(page.getByLabel('Score').first()).toHaveText(String(score));
});

test('a page that the browser kept shows a vote that was cast on another page since', async ({ page, ownDeal }) => {
  const { path, postid, score } = ownDeal;
  await registerVerified(page);
  await page.goto(path);
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  await expect(up).toHaveAttribute('aria-pressed', 'false');
  const { securitytoken } = (await (await page.request.get('/web-api/session/')).json()) as { securitytoken: string };
  const cast = (vote: number) =>
    page.request.post('/forums/sdthreadrate_ajax.php', { form: { postid, votetypeid: 1, vote, ajax: 1, securitytoken } });
  await cast(1);
  // The scripts of a kept page go on where they were: what loads them is done by then.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await expect(up).toHaveAttribute('aria-pressed', 'true', { timeout: 1_000 });
  }).toPass();
  await expect(page.getByLabel('Score').first()).toHaveText(String(score! + 1));
  await cast(0);
});
