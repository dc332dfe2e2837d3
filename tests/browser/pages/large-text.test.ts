import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

const PAGES = ['/', '/category/monitors', '/search?q=monitor+coupon', '/account/log-in', '/help'];

/** Text at the size that a reader has set in the browser. */
const withTextOf = async (page: Page, pixels: number) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
};

const isAsWideAsItsScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [name, width, text] of [
  ['text twice as large on a phone', 360, 32],
  ['text twice as large on a computer', 1110, 32],
  ['a zoom of 400 %', 320, 16],
] as const)
  test(`pages are as wide as their screen with ${name}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await withTextOf(page, text);
    for (const path of PAGES) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      expect(await isAsWideAsItsScreen(page), path).toBe(true);
    }
    await page.goto('/search?coupon=1');
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await isAsWideAsItsScreen(page), page.url()).toBe(true);
  });

test('the search box has room for what is typed with large text', async ({ page }) => {
  await page.setViewportSize({ width: 1110, height: 800 });
  await withTextOf(page, 32);
  await page.goto('/');
  const box = await page.getByRole('combobox', { name: /search/i }).boundingBox();
  expect(box?.width).toBeGreaterThan(400);
});
