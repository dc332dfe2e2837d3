import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { Axe } from '../../support/everybody.ts';

const opener = (page: Page) => page.getByRole('form', { name: 'Filters' }).locator('summary').first();
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filters' });
const show = (page: Page) => sheet(page).getByRole('button', { name: /^(Show|No) / });
const choice = (page: Page, name: RegExp | string) => sheet(page).locator('label').filter({ hasText: name }).first();
const chosen = (page: Page) => page.getByRole('list', { name: 'Filters in use' });
const count = (page: Page) => page.locator('.feed-bar h2');

test.use({ viewport: { width: 390, height: 844 } });

test('a monitor of 27 inches under $200 is four touches away once it is typed', async ({ page }) => {
  await page.goto('/');
  await page
    .getByRole('searchbox', { name: 'Search' })
    .or(page.getByRole('combobox', { name: 'Search' }))
    .fill('27" monitor');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/search/);
  await opener(page).click();
  await choice(page, 'Under $200').click();
  await expect(show(page)).toHaveText(/^Show \d+ deals?$/);
  // Which is seen also where a reader has all colours replaced.
  await page.emulateMedia({ forcedColors: 'active' });
  const groundOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).backgroundColor);
  expect(await groundOf(choice(page, 'Under $200').locator('span'))).not.toBe(await groundOf(sheet(page)));
  await page.emulateMedia({ forcedColors: null });
  const promised = (await show(page).innerText()).replace('Show ', '');
  await show(page).click();
  await page.waitForURL(/price_max=200/);
  expect(page.url()).not.toMatch(/price=|price_min|percent_off/);
  await expect(count(page)).toHaveText(promised);
  await expect(chosen(page).getByRole('link', { name: 'Remove filter: Under $200' })).toBeVisible();
});

test('who filters by keyboard goes on at the results, and who does not sees the page from its top', async ({ page }) => {
  const coupon = sheet(page).getByRole('checkbox', { name: 'With coupon' });
  for (const [path, filtered, next] of [
    ['/search?q=monitor', '/search?q=monitor&coupon=1#results', 'Relevance'],
    ['/popular', '/popular?coupon=1#items', 'Hot'],
  ] as const) {
    await page.goto(path);
    await opener(page).focus();
    await page.keyboard.press('Enter');
    await coupon.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(filtered);
    await expect(count(page).first()).toBeInViewport({ ratio: 1 });
    // Only then has the browser gone to the results, from where it counts.
    await page.waitForLoadState();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: next, exact: true })).toBeFocused();
    await opener(page).click();
    await coupon.click();
    await show(page).click();
    await expect(page).toHaveURL(/^(?!.*coupon)[^#]*$/);
  }
});

test('a sheet is closed by a click beside it, and not by a text that is selected beyond its edge', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 800 });
  await page.goto('/category/computers');
  await opener(page).click();
  await choice(page, 'Other price').click();
  const amount = sheet(page).getByRole('textbox', { name: 'From, in dollars' });
  await amount.fill('250');
  const { x, y } = (await amount.boundingBox())!;
  const beside = [4, 400] as const;
  await page.mouse.move(x + 20, y + 10);
  await page.mouse.down();
  await page.mouse.move(...beside);
  await page.mouse.up();
  await expect(sheet(page)).toBeVisible();
  await page.mouse.click(...beside);
  await expect(sheet(page)).toBeHidden();
});

test('a feed’s sheet counts while one chooses, and its address says what was chosen', async ({ page }) => {
  await page.goto('/category/computers?sort=price');
  // Which order it is in is seen also where a reader has all colours replaced.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(page.getByRole('link', { name: 'Lowest price' })).toHaveCSS('text-decoration-line', 'underline');
  await expect(page.getByRole('link', { name: 'Discount' })).toHaveCSS('text-decoration-line', 'none');
  await page.emulateMedia({ forcedColors: null });
  await opener(page).click();
  await expect(show(page)).toHaveText(`Show ${await count(page).innerText()}`);
  const store = sheet(page).getByRole('group', { name: 'Store' }).getByRole('checkbox').first();
  const before = await show(page).innerText();
  await store.check();
  await expect(show(page)).not.toHaveText(before);
  await expect(show(page)).toHaveText(/^Show [\d,]+ deals$/);
  await choice(page, 'Other price').click();
  await sheet(page).getByRole('textbox', { name: 'From, in dollars' }).fill('99999');
  await expect(show(page)).toHaveText('No deals');
  await expect(sheet(page).getByRole('status').filter({ hasText: 'Remove one' })).toBeVisible();
  await choice(page, 'Any price').click();
  await expect(show(page)).toHaveText(/^Show [\d,]+ deals$/);
  const promised = (await show(page).innerText()).replace('Show ', '');
  await show(page).click();
  await expect(page).toHaveURL(/^[^?]*\?sort=price&filters%5Bstore%5D%5B%5D=\d+$/);
  await expect(count(page)).toHaveText(promised);
});

test('coupons are narrowed to a store, each counted as an offer', async ({ page }) => {
  await page.goto('/browse/coupons');
  await opener(page).click();
  await expect(show(page)).toHaveText(`Show ${await count(page).innerText()}`);
  await sheet(page).getByRole('group', { name: 'Store' }).getByRole('checkbox').first().check();
  await expect(show(page)).toHaveText(/^Show \d+ offers?$/);
  const promised = (await show(page).innerText()).replace('Show ', '');
  await show(page).click();
  await expect(page).toHaveURL(/^[^?]*\/browse\/coupons\?filters%5Bstore%5D%5B%5D=\d+$/);
  await expect(count(page)).toHaveText(promised);
  await chosen(page).getByRole('link').click();
  await expect(page).toHaveURL('/browse/coupons');
});

test('a search that finds coupons alone is narrowed to a store', async ({ page }) => {
  await page.goto('/search?q=coupon');
  await opener(page).click();
  await expect(show(page)).toHaveText(/^Show [\d,]+ offers$/);
  await expect(sheet(page).getByRole('group', { name: 'Price' })).toHaveCount(0);
  await sheet(page).getByRole('group', { name: 'Store' }).getByRole('checkbox').first().check();
  await choice(page, 'Hide expired').click();
  await expect(show(page)).toHaveText(/^Show \d+ offers?$/);
  const promised = (await show(page).innerText()).replace('Show ', '');
  await show(page).click();
  await expect(page).toHaveURL(/\/search\?q=coupon&offers=1&hideexpired=1&filters%5Bstore%5D%5B%5D=\d+$/);
  await expect(count(page)).toHaveText(promised);
  await expect(opener(page)).toHaveText('Filters (2)');
  await chosen(page).getByRole('link', { name: 'Remove filter: Expired hidden' }).click();
  await expect(chosen(page).getByRole('link')).toHaveCount(1);
});

test('the last answer wins; without one the button has no number, and works', async ({ page, expectFaults }) => {
  await page.goto('/category/computers');
  await opener(page).click();
  await expect(show(page)).toHaveText(/\d/);
  const held = Promise.withResolvers<undefined>();
  await page.route('**/web-api/filters/**price_max=50', async (route) => {
    await held.promise;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest(/price_max=50$/);
  await choice(page, 'Under $50').click();
  await asked;
  await choice(page, 'Under $200').click();
  await expect(show(page)).toHaveText(/\d/);
  const last = await show(page).innerText();
  held.resolve(undefined);
  await show(page).click();
  // Once it has loaded: a click that comes earlier opens the filters where they stand, as without script.
  await page.waitForURL('/category/computers?price_max=200');
  await expect(count(page)).toHaveText(last.replace('Show ', ''));

  await opener(page).click();
  await expect(show(page)).toHaveText(/\d/);
  expectFaults(/ERR_FAILED.*\/web-api\/filters\//);
  await page.route('**/web-api/filters/**', (route) => route.abort());
  await choice(page, 'Under $50').click();
  await expect(show(page)).toHaveText('Show deals');
  await show(page).click();
  await expect(page).toHaveURL('/category/computers?price_max=50');
});

test('it can be used by keyboard, and Escape leads back to its button with nothing lost', async ({ page }) => {
  await page.goto('/category/computers');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeVisible();
  await expect(sheet(page).locator(':focus')).toHaveCount(1);
  await sheet(page).getByRole('radio', { name: 'Any price' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(sheet(page).getByRole('radio', { name: 'Under $25' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(sheet(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(sheet(page).getByRole('radio', { name: 'Under $25' })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(sheet(page)).toBeHidden();
});

test('order and filters go along to later pages and a narrower feed, and Back leads to the same place', async ({ page }) => {
  await page.goto('/all?sort=price&hideexpired=1&price_min=20');
  const narrower = page.getByRole('navigation', { name: 'Categories' }).getByRole('link').first();
  const leads = await narrower.getAttribute('href');
  expect(leads).toMatch(/^\/category\/[^?]+\?sort=price&price_min=20&hideexpired=1$/);
  await narrower.evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(leads!);
  await expect(chosen(page).getByRole('link', { name: /^Remove filter: .*20/ })).toBeVisible();
  await page.goBack();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/all?sort=price&price_min=20&hideexpired=1&page=2');
  const link = page.getByRole('article').nth(15).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  const place = await page.evaluate(() => scrollY);
  expect(place).toBeGreaterThan(300);
  await link.evaluate((each: HTMLElement) => each.click());
  await page.waitForURL(/\/f\//);
  await page.goBack();
  await expect(page).toHaveURL('/all?sort=price&price_min=20&hideexpired=1&page=2');
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(place);
});

test('the open sheet can be used by everybody, light and dark', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto('/category/computers');
  await opener(page).click();
  await expect(show(page)).toHaveText(/\d/);
  await expect(show(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new Axe(page).include('dialog[open]').analyze();
    expect(
      violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)),
      colorScheme,
    ).toEqual([]);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a feed is narrowed by its form, and each filter is taken away by a link', async ({ page }) => {
    await page.goto('/category/computers');
    const form = page.getByRole('form', { name: 'Filters' });
    await opener(page).click();
    await form.getByText('Under $100').click();
    await form.getByRole('button', { name: 'Show deals' }).click();
    await expect(page).toHaveURL(/price=100/);
    await expect(chosen(page).getByRole('link')).toHaveText([/Under \$100/]);
    await opener(page).click();
    await form.getByRole('group', { name: 'Store' }).getByRole('checkbox').first().check();
    await form.getByRole('button', { name: 'Show deals' }).click();
    await expect(chosen(page).getByRole('link')).toHaveCount(3);
    await chosen(page).getByRole('link', { name: 'Clear all' }).click();
    await expect(page).toHaveURL('/category/computers');
    await opener(page).click();
    await form.getByRole('link', { name: 'Stores, brands and categories' }).click();
    await expect(page).toHaveURL('/category/computers?filters=1');
    await expect(form.getByRole('group', { name: 'Brand' })).toBeVisible();
  });
});
