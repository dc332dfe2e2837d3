import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { option, searchText, SO, suggest, suggestions } from '../../support/suggestions.ts';

/** Name of the option that ends the list. */
const ALL = 'Search for “so”';

/** The option that the text says is active, which alone is marked so. */
const active = async (page: Page) => {
  const id = await searchText(page).getAttribute('aria-activedescendant');
  const selected = suggestions(page).getByRole('option', { selected: true });
  if (!id) return (await selected.count()) === 0 ? null : 'one that nobody names';
  expect(await selected.getAttribute('id')).toBe(id);
  return selected.innerText();
};

test.beforeEach(async ({ page }) => {
  await suggest(page, () => SO.slice(0, 3));
  await page.goto('/about');
  await searchText(page).pressSequentially('so');
  await expect(option(page, 'Northgable')).toBeVisible();
});

test('arrows go through the options and around, and the focus stays in the text', async ({ page }) => {
  expect(await active(page)).toBeNull();
  const seen: (string | null)[] = [];
  for (const key of [...Array<string>(5).fill('ArrowDown'), 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key);
    seen.push((await active(page))!.split('\n')[0]!);
  }
  expect(seen).toEqual(['sony headphones', 'soundbar', 'Northgable', ALL, 'sony headphones', ALL, 'Northgable']);
  await expect(searchText(page)).toBeFocused();
  await expect(searchText(page)).toHaveValue('so');
});

test('up comes to the last option first', async ({ page }) => {
  await page.keyboard.press('ArrowUp');
  expect(await active(page)).toContain(ALL);
});

test('Home and End are of the list when an option is active, else of the text', async ({ page }) => {
  await page.keyboard.press('Home');
  await page.keyboard.type('al');
  await expect(searchText(page)).toHaveValue('also');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  expect(await active(page)).toContain('Search for “also”');
  await page.keyboard.press('Home');
  expect(await active(page)).toContain('sony headphones');
});

test('typing on makes no option active', async ({ page }) => {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('n');
  await expect(searchText(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]q=son&.*searchtype=(&|$)/);
});

test('Enter follows the active option', async ({ page }) => {
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=&filters\[store\]\[\]=3&searchtype=ac_store$/);
});

test('Enter on the last option searches for the text, as it does without one', async ({ page }) => {
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=so&.*searchtype=(&|$)/);
});

test('Enter without an active option searches for the text', async ({ page }) => {
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=so&/);
});

test('Escape closes the list, and clears the text then', async ({ page }) => {
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(searchText(page)).toHaveValue('so');
  await expect(searchText(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(searchText(page)).toHaveValue('');
  await expect(searchText(page)).toBeFocused();
});

test('Tab closes the list and goes on to what follows the text', async ({ page }) => {
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(suggestions(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Clear text' })).toBeFocused();
});

test('a click elsewhere closes the list', { tag: '@phone' }, async ({ page, isMobile }) => {
  // On a phone there is nothing else to click at.
  if (isMobile) return expect(page.getByRole('main')).toBeHidden();
  await page.mouse.click(1200, 850);
  await expect(suggestions(page)).toBeHidden();
});
