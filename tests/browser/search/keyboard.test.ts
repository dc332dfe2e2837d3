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

/** Types the text, and waits for the list. */
async function type(page: Page, text: string): Promise<void> {
  await searchText(page).fill(text);
  await expect(option(page, `Search for “${text}”`)).toBeVisible();
  await expect(option(page, 'Northgable')).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await suggest(page, () => SO.slice(0, 3));
  await page.goto('/about');
  await type(page, 'so');
});

test('the list is walked through, closed and opened by keys, and the focus stays in the text', async ({ page }) => {
  expect(await active(page)).toBeNull();
  const seen: (string | null)[] = [];
  for (const key of [...Array<string>(5).fill('ArrowDown'), 'ArrowUp', 'ArrowUp']) {
    await page.keyboard.press(key);
    seen.push((await active(page))!.split('\n')[0]!);
  }
  expect(seen).toEqual(['sony headphones', 'soundbar', 'Northgable', ALL, 'sony headphones', ALL, 'Northgable']);
  await expect(searchText(page)).toBeFocused();
  await expect(searchText(page)).toHaveValue('so');

  // Home and End are of the list when an option is active, which none is once one types on; else they are of the text.
  await page.keyboard.press('Home');
  expect(await active(page)).toContain('sony headphones');
  await page.keyboard.press('End');
  expect(await active(page)).toContain(ALL);
  await page.keyboard.type('f');
  await expect(searchText(page)).not.toHaveAttribute('aria-activedescendant');
  await page.keyboard.press('Home');
  await page.keyboard.type('al');
  await expect(searchText(page)).toHaveValue('alsof');
  // Up comes to the last option first.
  await expect(option(page, 'Search for “alsof”')).toBeVisible();
  await page.keyboard.press('ArrowUp');
  expect(await active(page)).toContain('Search for “alsof”');

  // Escape closes the list, and clears the text then.
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  await expect(searchText(page)).toHaveValue('alsof');
  await expect(searchText(page)).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowDown');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(searchText(page)).toHaveValue('');
  await expect(searchText(page)).toBeFocused();

  // Tab goes on to what follows the text, and a click elsewhere closes the list as well.
  await type(page, 'so');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await expect(suggestions(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Clear text' })).toBeFocused();
  await type(page, 'son');
  await page.mouse.click(1200, 850);
  await expect(suggestions(page)).toBeHidden();
});

test('Enter follows the active option, and searches for the text without one or on the last', async ({ page }) => {
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=&filters\[store\]\[\]=3&searchtype=ac_store$/);
  await type(page, 'so');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=so&.*searchtype=(&|$)/);
  await type(page, 'sof');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.type('a');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/search\?q=sofa&.*searchtype=(&|$)/);
});
