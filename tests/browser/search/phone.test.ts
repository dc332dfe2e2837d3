import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { LINKS, option, searchedBefore, searchText, SO, suggest, suggestions } from '../../support/suggestions.ts';

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel' });
const logo = (page: Page) => page.getByRole('link', { name: 'Magpie home' });
const hamburger = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

test.beforeEach(async ({ page }) => {
  await searchedBefore(page, 'desk lamp');
  await suggest(page);
});

test('an open box has the phone’s screen to itself, until it is cancelled', { tag: '@phone' }, async ({ page, isMobile }) => {
  await page.goto('/popular');
  await expect(cancel(page)).toBeHidden();
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  if (!isMobile) {
    await expect(logo(page)).toBeVisible();
    return expect(cancel(page)).toBeHidden();
  }
  await expect(logo(page)).toBeHidden();
  await expect(hamburger(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  const [field, screen] = [(await searchText(page).boundingBox())!, page.viewportSize()!];
  expect(field.y).toBeLessThan(40);
  expect((await suggestions(page).boundingBox())!.width).toBeGreaterThan(screen.width - 40);
  await cancel(page).click();
  await expect(suggestions(page)).toBeHidden();
  await expect(cancel(page)).toBeHidden();
  await expect(logo(page)).toBeVisible();
  await expect(hamburger(page)).toBeVisible();
  await expect(searchText(page)).not.toBeFocused();
  await expect(searchText(page)).toHaveValue('so');
});

test('a box that is open when a tablet is turned has the list of the other width', { tag: '@only-desktop' }, async ({ page }) => {
  await page.setViewportSize({ width: 700, height: 900 });
  await page.goto('/popular');
  await searchText(page).click();
  await expect(option(page, 'desk lamp')).toBeVisible();
  await expect(cancel(page)).toBeVisible();
  // The text is empty, and so below the least that a wide page suggests for.
  await page.setViewportSize({ width: 900, height: 700 });
  await expect(suggestions(page)).toBeHidden();
  await expect(logo(page)).toBeVisible();
  await expect(searchText(page)).toBeFocused();
});

test('the page behind does not scroll away', { tag: '@only-phone' }, async ({ page }) => {
  await page.goto('/popular');
  await page.evaluate(() => scrollTo(0, 60));
  await searchText(page).click();
  await expect(option(page, 'desk lamp')).toBeVisible();
  const before = await page.evaluate(() => scrollY);
  await page.mouse.move(180, 400);
  await page.mouse.wheel(0, 600);
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  expect(await page.evaluate(() => scrollY)).toBe(before);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()!.width);
});

test('what a finger is to hit is 44 px', { tag: '@only-phone' }, async ({ page }) => {
  await page.goto('/popular');
  await searchText(page).fill('');
  await expect(option(page, 'sony headphones')).toBeVisible();
  await searchText(page).fill('l');
  await expect(option(page, 'Sofas')).toBeVisible();
  const targets = [
    ...[cancel(page), page.getByRole('button', { name: 'Clear recent searches' }), page.getByTitle('Remove desk lamp')],
    ...[page.getByRole('button', { name: 'Clear text' }), page.getByRole('button', { name: 'Search', exact: true })],
    ...(await suggestions(page).getByRole('option').all()),
  ];
  for (const target of targets) {
    const { width, height } = (await target.boundingBox())!;
    expect(Math.min(width, height), await target.evaluate((element) => element.outerHTML.slice(0, 90))).toBeGreaterThanOrEqual(44);
  }
});

test(
  'without anything to suggest the phone’s box searches for the text, and a wider one shows no list',
  { tag: '@phone' },
  async ({ page, isMobile }) => {
    await suggest(page, () => []);
    await page.goto('/popular');
    const answered = page.waitForResponse(/searchTerm=zzz/);
    await searchText(page).fill('zzz');
    await answered;
    await expect(searchText(page)).toHaveAttribute('aria-expanded', String(isMobile));
    if (isMobile) await expect(suggestions(page).getByRole('option')).toHaveText(['Search for “zzz”']);
    else await expect(suggestions(page)).toBeHidden();
    await expect(cancel(page)).toBeVisible({ visible: isMobile });
    // What one looked for before may be removed.
    const hint = page.getByRole('paragraph').filter({ hasText: 'Search for a product, a store or a brand.' });
    await expect(hint).toHaveCount(0);
    await searchText(page).fill('');
    if (!isMobile) return;
    await page.getByTitle('Remove desk lamp').click();
    await expect(hint).toHaveCount(1);
    await expect(page.getByText('No suggestions')).toHaveCount(0);
  },
);

test('an empty box shows recent searches, what is trending, and where to look around', { tag: '@only-phone' }, async ({ page }) => {
  await suggest(page, (typed) => ({ results: typed === '' ? SO.slice(0, 1) : SO, ...(typed === '' && { links: LINKS }) }));
  await page.goto('/popular');
  await searchText(page).click();
  await expect(suggestions(page).getByRole('option')).toHaveText(['desk lamp', 'sony headphones', 'Under $25', 'Monitors']);
  const names = await Promise.all((await suggestions(page).getByRole('group').all()).map((group) => group.getAttribute('aria-labelledby')));
  expect(names.map((name) => name!.split('-').at(-1))).toEqual(['Recent', 'Trending', 'Collections', 'Categories']);
  await searchText(page).fill('so');
  await expect(suggestions(page).getByRole('group', { name: 'Categories' })).toHaveCount(0);
  await searchText(page).fill('');
  await option(page, 'Monitors').click();
  await expect(page).toHaveURL('/category/monitors');
});
