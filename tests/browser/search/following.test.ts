import { expect, test } from '../../support/browser.ts';
import { EVERY_SCRIPT, holdScripts, option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

const fieldsOf = (url: string) => [...new URL(url).searchParams].map(([name, value]) => `${name}=${value}`);

test.beforeEach(({ page }) => suggest(page));

test('the form sends all its fields: the text without spaces around it, and the order, which is kept once it is chosen', async ({
  page,
}) => {
  const sent = (q: string, sort: string, searchtype = '') => [
    ...[`q=${q}`, 'searcharea=deals', 'searchin=first', 'isUserSearch=1', `sort=${sort}`, `searchtype=${searchtype}`],
  ];
  await page.goto('/about');
  await searchText(page).press('Enter');
  await page.waitForURL(/\/search\?/);
  expect(fieldsOf(page.url())).toEqual(sent('', 'newest'));
  // Nobody chose that order.
  await searchText(page).fill('  desk lamp ');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/q=desk/);
  expect(fieldsOf(page.url())).toEqual(sent('desk lamp', 'relevance'));
  await expect(searchText(page)).toHaveValue('desk lamp');
  await searchText(page).fill('so');
  await option(page, 'soundbar').click();
  await page.waitForURL(/q=soundbar/);
  expect(fieldsOf(page.url())).toEqual(sent('soundbar', 'relevance', 'ac_keyword'));
  await expect(searchText(page)).toHaveValue('soundbar');

  await page.goto('/search?q=lamp&sort=newest');
  await searchText(page).fill('desk');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=desk/);
  expect(fieldsOf(page.url())).toContain('sort=newest');
});

test('options are links, which open in a tab of their own as others do', { tag: '@only-desktop' }, async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('so');
  for (const [name, address] of [
    ['Northgable', '/search?q=&filters[store][]=3&searchtype=ac_store'],
    ['Sony Brand', '/search?q=&filters[brand][]=4&searchtype=ac_brand'],
    ['Sofas', '/search?q=&filters[category][]=9&searchtype=ac_category'],
    ['solomon', '/forums/member.php?u=1&searchtype=ac_user'],
  ] as const)
    await expect(option(page, name)).toHaveAttribute('href', address);
  for (const [name, address] of [
    ['Sofas', /filters\[category\]/],
    ['soundbar', /q=soundbar&.*searchtype=ac_keyword/],
  ] as const) {
    const opened = page.context().waitForEvent('page');
    await option(page, name).click({ modifiers: ['ControlOrMeta'] });
    await (await opened).waitForURL(address);
  }
  await expect(page).toHaveURL('/about');
  await expect(suggestions(page)).toBeVisible();
  await option(page, 'solomon').click();
  await expect(page).toHaveURL('/forums/member.php?u=1&searchtype=ac_user');
});

test('the clear button empties the text and leaves the focus in it, also before any script but that of the head has come', async ({
  page,
}) => {
  const arrive = await holdScripts(page, EVERY_SCRIPT);
  const clear = page.getByRole('button', { name: 'Clear text' });
  await page.goto('/search?q=lamp', { waitUntil: 'commit' });
  await clear.click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type('s');
  arrive();
  await page.waitForLoadState();
  await expect(searchText(page)).toHaveValue('s');
  await searchText(page).press('o');
  await expect(suggestions(page)).toBeVisible();
  await clear.click();
  await expect(searchText(page)).toHaveValue('');
  await expect(searchText(page)).toBeFocused();
  await expect(clear).toBeHidden();
  await searchText(page).pressSequentially('so');
  await expect(clear).toBeVisible();
});
