import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { EVERY_SCRIPT, holdScripts, option, SCRIPT, searchedBefore, searchText, suggest, suggestions } from '../../support/suggestions.ts';

const recent = 'Recent';
const recentOnes = (page: Page) => suggestions(page).getByRole('group', { name: recent }).getByRole('option');

test('searches are remembered, the newest first, each once and eight of them', async ({ page }) => {
  await searchedBefore(page, ...[8, 7, 6, 5, 4, 3, 2, 1].map((number) => `lamp ${number}`));
  await suggest(page, () => []);
  await page.goto('/about');
  for (const text of ['lamp 9', 'LAMP 3', ' ']) {
    await searchText(page).fill(text);
    await searchText(page).press('Enter');
    await page.waitForURL((url) => url.searchParams.get('q') === text.trim());
  }
  await searchText(page).fill('lamp');
  await expect(suggestions(page).getByRole('group', { name: recent }).getByRole('option')).toHaveText([
    ...['LAMP 3', 'lamp 9', 'lamp 8', 'lamp 7', 'lamp 6', 'lamp 5', 'lamp 4', 'lamp 2'],
  ]);
});

test('searches that are sent before the script has come are remembered too, each of them', async ({ page }) => {
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

test('what another program left where searches are kept is no hindrance', async ({ page }) => {
  await page.addInitScript(() => void (localStorage['recent-searches'] ??= '{"lamp"'));
  await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('sofa');
  await searchText(page).press('Enter');
  await page.waitForURL(/[?&]q=sofa&/);
  await searchText(page).fill('so');
  await expect(recentOnes(page)).toHaveText(['sofa']);
});

test('those that fit the text stand before all else, and lead to the search again', async ({ page }) => {
  await searchedBefore(page, 'desk lamp', 'sofa');
  await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(suggestions(page).getByRole('group').first()).toHaveAccessibleName(recent);
  await expect(option(page, 'desk lamp')).toHaveCount(0);
  await option(page, 'sofa').first().click();
  await expect(page).toHaveURL(/\/search\?q=sofa&.*searchtype=ac_keyword/);
});

test('each can be removed by its button, and all by Clear', { tag: '@phone' }, async ({ page }) => {
  await searchedBefore(page, 'sofa', 'sony radio', 'socks');
  await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('so');
  await page.getByTitle('Remove sony radio').click();
  const group = suggestions(page).getByRole('group', { name: recent });
  await expect(group.getByRole('option')).toHaveText(['sofa', 'socks']);
  await expect(searchText(page)).toBeFocused();
  await page.getByRole('button', { name: 'Clear recent searches' }).click();
  await expect(group).toHaveCount(0);
  await expect(option(page, 'Sofas')).toBeVisible();
  await page.reload();
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await expect(group).toHaveCount(0);
});

test('the active one is removed by Delete, which the list says', async ({ page }) => {
  await searchedBefore(page, 'sofa', 'socks');
  await suggest(page);
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await searchText(page).press('ArrowDown');
  await expect(option(page, 'sofa').first()).toHaveAccessibleDescription('Press Delete to remove');
  await searchText(page).press('Delete');
  await expect(suggestions(page).getByRole('group', { name: recent }).getByRole('option')).toHaveText(['socks']);
  await expect(option(page, 'socks')).toHaveAttribute('aria-selected', 'true');
  await expect(searchText(page)).toHaveValue('so');
});

test('where the browser keeps nothing the box works without', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
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
});
