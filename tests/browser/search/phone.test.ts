import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { LINKS, option, searchedBefore, searchText, SO, suggest, suggestions } from '../../support/suggestions.ts';

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });
const logo = (page: Page) => page.getByRole('link', { name: 'Magpie home' });
const hamburger = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const hint = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'Search for a product, a store or a brand.' });

/** Has the site suggest nothing for “zzz”, and for nothing typed where to look around. */
const suggestAll = (page: Page) =>
  suggest(page, (typed) => {
    if (typed === 'zzz') return [];
    return typed === '' ? { results: SO.slice(0, 1), links: LINKS } : SO;
  });

test.beforeEach(async ({ page }) => {
  await searchedBefore(page, 'desk lamp');
  await suggestAll(page);
});

test('an open box has the phone’s screen to itself, until it is cancelled', { tag: '@only-phone' }, async ({ page }) => {
  await page.goto('/help');
  await page.evaluate(() => scrollTo(0, 60));
  await expect(cancel(page)).toBeHidden();
  await searchText(page).click();
  await expect(option(page, 'desk lamp')).toBeVisible();
  const before = await page.evaluate(() => scrollY);
  await expect(suggestions(page).getByRole('option')).toHaveText(['desk lamp', 'sony headphones', 'Under $25', 'Monitors']);
  const names = await Promise.all((await suggestions(page).getByRole('group').all()).map((group) => group.getAttribute('aria-labelledby')));
  expect(names.map((name) => name!.split('-').at(-1))).toEqual(['Recent', 'Trending', 'Collections', 'Categories']);

  // What a finger is to hit is 44 px, and the page behind does not scroll away.
  const clears = [page.getByRole('button', { name: 'Clear recent searches' }), page.getByTitle('Remove desk lamp')];
  const areLarge = async (...targets: ReturnType<typeof cancel>[]) => {
    for (const target of [...targets, cancel(page), page.getByRole('button', { name: 'Search', exact: true })]) {
      const { width, height } = (await target.boundingBox())!;
      expect(Math.min(width, height), await target.evaluate((element) => element.outerHTML.slice(0, 90))).toBeGreaterThanOrEqual(44);
    }
  };
  await areLarge(...clears, ...(await suggestions(page).getByRole('option').all()));
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 600);
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await expect(suggestions(page).getByRole('group', { name: 'Categories' })).toHaveCount(0);
  await areLarge(page.getByRole('button', { name: 'Clear text' }), ...(await suggestions(page).getByRole('option').all()));
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
  for (const part of [logo(page), hamburger(page), page.getByRole('main')]) await expect(part).toBeHidden();
  expect((await searchText(page).boundingBox())!.y).toBeLessThan(40);
  expect((await suggestions(page).boundingBox())!.width).toBeGreaterThan(page.viewportSize()!.width - 40);

  // Without anything to suggest it searches for the text; what one looked for before may be removed.
  await searchText(page).fill('zzz');
  await expect(suggestions(page).getByRole('option')).toHaveText(['Search for “zzz”']);
  await expect(searchText(page)).toHaveAttribute('aria-expanded', 'true');
  await expect(hint(page)).toHaveCount(0);
  await cancel(page).click();
  for (const part of [suggestions(page), cancel(page)]) await expect(part).toBeHidden();
  for (const part of [logo(page), hamburger(page)]) await expect(part).toBeVisible();
  await expect(searchText(page)).not.toBeFocused();
  await expect(searchText(page)).toHaveValue('zzz');

  await searchText(page).fill('');
  await option(page, 'Monitors').click();
  await expect(page).toHaveURL('/category/monitors');
});

test('an empty box of a phone without anything to suggest says what can be searched for', { tag: '@only-phone' }, async ({ page }) => {
  await suggest(page, () => []);
  await page.goto('/about');
  await searchText(page).click();
  await expect(option(page, 'desk lamp')).toBeVisible();
  await expect(hint(page)).toHaveCount(0);
  await page.getByTitle('Remove desk lamp').click();
  await expect(hint(page)).toHaveCount(1);
  await expect(page.getByText('No suggestions')).toHaveCount(0);
});

test(
  'a wide page shows no list without suggestions; one that is turned has the list of the other width',
  { tag: '@only-desktop' },
  async ({ page }) => {
    await page.goto('/help');
    await searchText(page).fill('so');
    await expect(option(page, 'Sofas')).toBeVisible();
    await expect(logo(page)).toBeVisible();
    const answered = page.waitForResponse(/searchTerm=zzz/);
    await searchText(page).fill('zzz');
    await answered;
    await expect(searchText(page)).toHaveAttribute('aria-expanded', 'false');
    for (const part of [suggestions(page), cancel(page), hint(page)]) await expect(part).toBeHidden();

    await page.setViewportSize({ width: 700, height: 900 });
    await page.reload();
    await searchText(page).click();
    await expect(option(page, 'desk lamp')).toBeVisible();
    await expect(cancel(page)).toBeVisible();
    // The text is empty, and so below the least that a wide page suggests for.
    await page.setViewportSize({ width: 900, height: 700 });
    await expect(suggestions(page)).toBeHidden();
    await expect(logo(page)).toBeVisible();
    await expect(searchText(page)).toBeFocused();
  },
);
