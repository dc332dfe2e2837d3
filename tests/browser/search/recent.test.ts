import { expect, test } from '../../support/browser.ts';
import { option, SCRIPT, searchedBefore, searchText, suggest, suggestions } from '../../support/suggestions.ts';

const recent = 'Recent';

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

test('a search that is sent before the script has come is remembered too', async ({ page }) => {
  await suggest(page);
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(SCRIPT, async (route) => {
    await arrived;
    await route.continue().catch(() => undefined);
  });
  await page.goto('/about');
  await searchText(page).fill('sofa ');
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/[?&]q=sofa&/);
  arrive();
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(suggestions(page).getByRole('group', { name: recent }).getByRole('option')).toHaveText(['sofa']);
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
