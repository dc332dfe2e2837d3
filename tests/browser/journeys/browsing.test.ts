import { expect, test } from '../../support/browser.ts';

const cards = 'article h2 a, article h3 a';

test('a deal and back again: the feed stands exactly where it was', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/');
  const link = page.locator(cards).nth(20);
  await link.scrollIntoViewIfNeeded();
  const place = () => page.evaluate(() => scrollY);
  const before = (await place()) + 240;
  await page.mouse.wheel(0, 240);
  const title = await link.innerText();
  await expect.poll(place).toBe(before);
  expect(before).toBeGreaterThan(500);
  await link.evaluate((element: HTMLElement) => element.click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  expect(await place()).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect.poll(place).toBe(before);
});

test('a deal’s comments are one link away, and so is its store; the pages of a feed lead on and back', async ({ page }) => {
  await page.goto('/all');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await expect(pages.getByRole('link', { name: 'Previous' })).toHaveCount(0);
  await pages.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/all?page=2');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('page 2');
  await expect(pages.getByText('2', { exact: true })).toHaveAttribute('aria-current', 'page');
  await pages.getByRole('link', { name: 'Previous' }).click();
  await expect(page).toHaveURL('/all');

  const comments = page.getByRole('link', { name: /[1-9]\d* comments on / }).first();
  await comments.click();
  await expect(page).toHaveURL(/#comments$/);
  await expect(page.getByRole('heading', { name: /comments?$/ })).toBeInViewport();
  const out = page.getByRole('link', { name: /^(Get deal|Copy and open store)/ }).first();
  await expect(out).toHaveAttribute('href', /^\/click\?tid=\d+$/);
  await expect(page.getByText(/^Opens \S+ in a new tab$/)).toBeVisible();
});

test('a page that is not there leads back to the deals', async ({ page }) => {
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: '404 Error' })).toBeVisible();
  await expect(page.getByText('Page Not Found: /no-such-page')).toBeVisible();
  await page.getByRole('link', { name: "Let's See Some Deals" }).click();
  await expect(page).toHaveURL('/');
});
