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
  'results are narrowed by their filters, each state has an address, and a filter is taken away again',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/search?q=gaming');
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

test('what was looked for is marked, typos are told, and the words stay in the box', async ({ page }) => {
  await page.goto('/search?q=wireles+moues');
  await expect(page.getByText('Showing “wireless” and “mouse”. Search for “wireles” and “moues” instead.')).toBeVisible();
  await expect(titles(page).first().locator('mark')).toHaveText([/^(wireless|mouse)$/i, /^(wireless|mouse)$/i]);
  await expect(page.locator('#search-text')).toHaveValue('wireles moues');
  await page.getByRole('link', { name: 'See all mice & trackballs' }).click();
  await expect(page).toHaveURL('/category/mice');
});

test('a price can be typed among the words', async ({ page }) => {
  await page.goto('/search?q=graphics+card+under+%24250');
  await expect(page.getByText('Price up to $250, because you typed “under $250”')).toBeVisible();
  await expect(titles(page).first()).toBeVisible();
});

test('a price that is none is told and left out', async ({ page }) => {
  await page.goto('/search?q=lamp&price_max=lots');
  await expect(page.getByText('“lots” is not a price, and was left out.')).toBeVisible();
  await expect(titles(page).first()).toBeVisible();
});

test('where nothing is found, what comes close is shown and the filters can be dropped', async ({ page }) => {
  await page.goto('/search?q=purple+elephant+headphones');
  await expect(page.getByText('No deals match all of these words.')).toBeVisible();
  const near = page.getByRole('region', { name: 'These come close' });
  await expect(near.getByRole('heading', { level: 3 }).first()).toContainText(/headphones/i);

  await page.goto('/search?q=monitor&price_max=1');
  await page.getByRole('link', { name: 'Search without filters' }).click();
  await expect(page).toHaveURL('/search?q=monitor');
  await expect(titles(page).first()).toBeVisible();
});

test('a search within a forum says so in the box', async ({ page }) => {
  await page.goto('/search?q=&f=freebies');
  await expect(page.getByRole('search').getByText('Freebies')).toBeVisible();
});

test('suggestions of the site lead to results', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('combobox', { name: 'Search' }).fill('logitec');
  await page.getByRole('option', { name: /^Logitech Brand/ }).click();
  await expect(page).toHaveURL(/filters\[brand\]\[\]=\d+&searchtype=ac_brand/);
  for (const title of (await titles(page).all()).slice(0, 5)) await expect(title).toContainText('Logitech');
});
