import { type Locator } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { searchText, SO, suggest, suggestions } from '../../support/suggestions.ts';

const styleOf = (locator: Locator, name: 'outline-color' | 'background-color' | 'border-top-color') =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

/** What the reader's own colours are. */
const INK = 'rgb(255, 255, 255)';
const GROUND = 'rgb(0, 0, 0)';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
});

test('where a reader has all colours replaced, cards and dialogs have edges, pictures their ground, and the loading bar is seen', async ({
  page,
}) => {
  for (const [path, name] of [
    ['/popular', 'deals'],
    ['/browse/coupons', 'offers'],
  ] as const) {
    await page.goto(path);
    expect(await styleOf(page.getByRole('main').getByRole('article').first(), 'outline-color'), name).toBe(INK);
  }
  await page.goto('/popular');
  const picture = page.getByRole('main').getByRole('article').first().locator('span:has(> img)');
  expect(await styleOf(picture, 'background-color')).not.toBe(GROUND);
  expect(await styleOf(page.locator('[data-loading-bar]'), 'border-top-color')).toBe(INK);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await styleOf(page.getByRole('dialog'), 'outline-color')).toBe(INK);
});

test('where a reader has all colours replaced, the suggestion that is chosen by keyboard is seen', async ({ page }) => {
  await suggest(page, () => SO);
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  const chosen = page.getByRole('option', { selected: true });
  await expect(chosen).toHaveCSS('outline-style', 'solid');
  await expect(page.getByRole('option', { selected: false }).first()).toHaveCSS('outline-style', 'none');
});
