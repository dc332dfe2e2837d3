import type { ConsoleMessage, Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { option, searchText, suggest } from '../../support/suggestions.ts';

const dismiss = (page: Page) => page.getByRole('button', { name: 'Remove forum Hot Deals' });

/** Answers what a forum is called. */
const nameForum = (page: Page, answer: object, status = 200) =>
  page.route('**/web-api/forum/**', (route) => route.fulfill({ json: answer, status }));

test.beforeEach(async ({ page }) => {
  await suggest(page);
});

test('the forum of an address is shown and searched in, until it is dismissed', async ({ page }) => {
  await nameForum(page, { label: 'Hot Deals', value: '1' });
  await page.goto('/search?q=lamp&f=1');
  await expect(dismiss(page)).toBeVisible();
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toHaveAttribute('href', /&filters\[forum\]\[\]=1&searchtype=ac_category$/);
  await searchText(page).press('Enter');
  await page.waitForURL(/q=so/);
  expect(new URL(page.url()).searchParams.getAll('filters[forum][]')).toEqual(['1']);

  // That is the other way to name it.
  await dismiss(page).click();
  await expect(dismiss(page)).toHaveCount(0);
  await expect(searchText(page)).toBeFocused();
  await searchText(page).fill('sof');
  await expect(option(page, 'Sofas')).toHaveAttribute('href', '/search?q=&filters[category][]=9&searchtype=ac_category');
  await searchText(page).press('Enter');
  await page.waitForURL(/q=sof/);
  expect(page.url()).not.toContain('forum');
  await expect(dismiss(page)).toHaveCount(0);
});

test('a forum that cannot be named is logged, and no more', async ({ page, expectFaults }) => {
  expectFaults(/Failed to fetch forum data|404/);
  const isLogged = (message: ConsoleMessage) => message.type() === 'error' && message.text().startsWith('Failed to fetch forum data');
  await nameForum(page, { status: 'error', message: 'There is no such forum.' }, 404);
  const logged = page.waitForEvent('console', isLogged);
  await page.goto('/search?q=lamp&filters[forum][]=999');
  await logged;
  await searchText(page).fill('so');
  await searchText(page).press('Enter');
  await expect(page).toHaveURL(/q=so/);
});
