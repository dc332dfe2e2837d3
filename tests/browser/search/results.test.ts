import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

const titles = (page: Page) => page.locator('.search__results > section').first().getByRole('article').getByRole('heading');
const count = (page: Page) => page.getByRole('heading', { level: 2 }).first();
const filters = (page: Page) => page.getByRole('form', { name: 'Filters' });

/** Beside the results on a wide screen, folded on a narrow one. */
async function openFilters(page: Page): Promise<void> {
  const fold = filters(page).locator('summary').first();
  if (await fold.isVisible()) await fold.click();
  await expect(filters(page).getByText('Any price')).toBeVisible();
}

test(
  'a search from the header finds deals, which are narrowed by filters; each state has an address, and a filter is taken away again',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/about');
    const box = page.getByRole('combobox', { name: 'Search' });
    await expect(box).toHaveAttribute('placeholder', 'Search deals, coupons, stores and more...');
    await box.fill('gaming');
    await box.press('Enter');
    await expect(page).toHaveURL(/\/search\?q=gaming&/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('gaming');
    await expect(box).toHaveValue('gaming');
    const before = await count(page).innerText();
    await openFilters(page);
    await filters(page)
      .getByRole('checkbox', { name: /^Keyboards/ })
      .check();
    await filters(page).getByText('Other price').click();
    await filters(page).getByRole('textbox', { name: 'Up to, in dollars' }).fill('$80');
    await filters(page)
      .getByRole('button', { name: /^Show / })
      .click();
    await expect(page).toHaveURL(/filters%5Bcategory%5D%5B%5D=\d+/);
    await expect(count(page)).not.toHaveText(before);
    for (const title of await titles(page).all()) await expect(title).toHaveText(/keyboard/i);
    const chosen = page.getByRole('list', { name: 'Filters in use' });
    await expect(chosen.getByRole('link')).toHaveText([/Keyboards/, /Under \$80/, /Clear all/]);

    await page.reload();
    await openFilters(page);
    await expect(filters(page).getByRole('checkbox', { name: /^Keyboards/ })).toBeChecked();
    await expect(filters(page).getByRole('textbox', { name: 'Up to, in dollars' })).toHaveValue('80');
    await page.keyboard.press('Escape');

    await chosen.getByRole('link', { name: 'Remove filter: Keyboards' }).click();
    await expect(page).toHaveURL('/search?q=gaming&price_max=80');
    await page.goBack();
    await expect(chosen.getByRole('link', { name: /Keyboards/ })).toBeVisible();
    await chosen.getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/search?q=gaming');
    await expect(count(page)).toHaveText(before);
  },
);

test('results are ordered and paged, and coming back keeps the place', async ({ page }) => {
  await page.goto('/search?q=monitor');
  await page.getByRole('navigation', { name: 'Sort results' }).getByRole('link', { name: 'Lowest price' }).click();
  await expect(page).toHaveURL('/search?q=monitor&sort=price');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/search?q=monitor&sort=price&page=2');
  const link = titles(page).nth(12).getByRole('link');
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await link.click();
  await expect(page).toHaveURL(/\/f\//);
  await page.goBack();
  await expect(page).toHaveURL('/search?q=monitor&sort=price&page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('paper has the results over its whole width, also where the screen has filters beside them', async ({ page, siteUrl }) => {
  await page.setViewportSize({ width: 1047, height: 700 });
  await page.goto(new URL('/search?q=monitor', siteUrl).href);
  await page.emulateMedia({ media: 'print' });
  const title = page.getByRole('article').first().getByRole('heading').getByRole('link').last();
  expect((await title.boundingBox())?.width).toBeGreaterThan(100);
});
