import { expect, test } from '../../support/browser.ts';
import { EVERY_SCRIPT, holdScripts, option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

const fieldsOf = (url: string) => [...new URL(url).searchParams].map(([name, value]) => `${name}=${value}`);

test.beforeEach(({ page }) => suggest(page));

test('the form sends all its fields, the text without spaces around it', async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('  desk lamp ');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await page.waitForURL(/\/search\?/);
  expect(fieldsOf(page.url())).toEqual([
    ...['q=desk lamp', 'searcharea=deals', 'searchin=first', 'isUserSearch=1', 'sort=relevance', 'searchtype='],
  ]);
  await expect(searchText(page)).toHaveValue('desk lamp');
});

test('the order that the results are in is kept', async ({ page }) => {
  await page.goto('/search?q=lamp&sort=newest');
  await searchText(page).fill('desk');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=desk/);
  expect(fieldsOf(page.url())).toContain('sort=newest');
});

test('an order that nobody chose is the newest without a text, and relevance with one', async ({ page }) => {
  await page.goto('/about');
  await searchText(page).press('Enter');
  await page.waitForURL(/\/search\?/);
  expect(fieldsOf(page.url())).toContain('sort=newest');
  await searchText(page).fill('desk');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=desk/);
  expect(fieldsOf(page.url())).toContain('sort=relevance');
});

test('a keyword fills the box and searches', async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('so');
  await option(page, 'soundbar').click();
  await page.waitForURL(/\/search\?/);
  expect(fieldsOf(page.url())).toEqual([
    ...['q=soundbar', 'searcharea=deals', 'searchin=first', 'isUserSearch=1', 'sort=relevance', 'searchtype=ac_keyword'],
  ]);
  await expect(searchText(page)).toHaveValue('soundbar');
});

for (const [name, address] of [
  ['Northgable', '/search?q=&filters[store][]=3&searchtype=ac_store'],
  ['Sony Brand', '/search?q=&filters[brand][]=4&searchtype=ac_brand'],
  ['Sofas', '/search?q=&filters[category][]=9&searchtype=ac_category'],
  ['solomon', '/forums/member.php?u=1&searchtype=ac_user'],
] as const)
  test(`${name} is a link to ${address}`, async ({ page }) => {
    await page.goto('/about');
    await searchText(page).fill('so');
    await expect(option(page, name)).toHaveAttribute('href', address);
    await option(page, name).click();
    await expect(page).toHaveURL(address);
  });

test('options open in a tab of their own as links do', { tag: '@only-desktop' }, async ({ page }) => {
  await page.goto('/about');
  await searchText(page).fill('so');
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
});

test('the clear button appears with the text, empties it and leaves the focus in it', async ({ page }) => {
  await page.goto('/search?q=lamp');
  const clear = page.getByRole('button', { name: 'Clear text' });
  await clear.click();
  await expect(searchText(page)).toHaveValue('');
  await expect(searchText(page)).toBeFocused();
  await expect(clear).toBeHidden();
  await searchText(page).pressSequentially('so');
  await expect(clear).toBeVisible();
});

test('the clear button empties the text before any script but that of the head has come', { tag: '@only-desktop' }, async ({ page }) => {
  const arrive = await holdScripts(page, EVERY_SCRIPT);
  await page.goto('/search?q=lamp', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Clear text' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  arrive();
  await searchText(page).pressSequentially('so');
  await expect(suggestions(page)).toBeVisible();
});
