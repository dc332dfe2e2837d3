import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { EVERY_SCRIPT, holdScripts, option, SCRIPT, searchedBefore, searchText, suggest, suggestions } from '../../support/suggestions.ts';

const recent = 'Recent';
const recentOnes = (page: Page) => suggestions(page).getByRole('group', { name: recent }).getByRole('option');

test('searches that are sent before the script has come are remembered, each of them', async ({ page }) => {
  await suggest(page);
  const arrive = await holdScripts(page, SCRIPT);
  await page.goto('/about');
  for (const text of ['sofa ', 'socks', ' ']) {
    await searchText(page).fill(text);
    await searchText(page).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === text.trim());
  }
  arrive();
  await searchText(page).fill('so');
  await expect(recentOnes(page)).toHaveText(['socks', 'sofa']);
});

test('so is one that is sent before any script but that of the head has come', async ({ page }) => {
  await suggest(page);
  const arrive = await holdScripts(page, EVERY_SCRIPT);
  await page.goto('/about', { waitUntil: 'commit' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('sofa');
  await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
  await page.waitForURL(/[?&]q=sofa&/, { waitUntil: 'commit' });
  arrive();
  await searchText(page).fill('so');
  await expect(recentOnes(page)).toHaveText(['sofa']);
});

test('searches of two tabs are remembered in both', async ({ page, context }) => {
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await suggest(tab);
    await tab.goto('/about');
    await searchText(tab).fill('lamp');
    await expect(option(tab, 'Sofas')).toBeVisible();
  }
  for (const [tab, text] of [
    [page, 'sofa'],
    [other, 'socks'],
  ] as const) {
    await searchText(tab).fill(text);
    await searchText(tab).press('Enter');
    await tab.waitForURL((url) => url.searchParams.get('q') === text);
  }
  for (const tab of [page, other]) {
    await searchText(tab).fill('so');
    await expect(recentOnes(tab)).toHaveText(['socks', 'sofa']);
  }
});

test(
  'those that fit the text stand first, lead to the search again, and are removed one by one or all',
  { tag: '@phone' },
  async ({ page }) => {
    await searchedBefore(page, 'desk lamp', 'sofa', 'sony radio', 'socks');
    await suggest(page);
    await page.goto('/about');
    await searchText(page).fill('so');
    await expect(suggestions(page).getByRole('group').first()).toHaveAccessibleName(recent);
    await expect(option(page, 'desk lamp')).toHaveCount(0);
    await page.getByTitle('Remove sony radio').click();
    await expect(recentOnes(page)).toHaveText(['sofa', 'socks']);
    await expect(searchText(page)).toBeFocused();
    await expect(option(page, 'Sofas')).toBeVisible();
    await searchText(page).press('ArrowDown');
    await expect(option(page, 'sofa').first()).toHaveAccessibleDescription('Press Delete to remove');
    await searchText(page).press('Delete');
    await expect(recentOnes(page)).toHaveText(['socks']);
    await expect(option(page, 'socks')).toHaveAttribute('aria-selected', 'true');
    await expect(searchText(page)).toHaveValue('so');

    await option(page, 'socks').click();
    await expect(page).toHaveURL(/\/search\?q=socks&.*searchtype=ac_keyword/);
    await searchText(page).fill('so');
    await expect(recentOnes(page)).toHaveText(['socks']);
    await page.getByRole('button', { name: 'Clear recent searches' }).click();
    await expect(recentOnes(page)).toHaveCount(0);
    await expect(option(page, 'Sofas')).toBeVisible();
    await page.reload();
    await searchText(page).fill('so');
    await expect(option(page, 'Sofas')).toBeVisible();
    await expect(recentOnes(page)).toHaveCount(0);
  },
);

test('where the browser refuses storage the box works without, and so do the page’s buttons', async ({ page, kinds }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('closed', 'SecurityError');
        },
      });
  });
  await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/\/search\?q=so&/);
  await page.goto(kinds['deal']!);
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
