import type { Page } from '@playwright/test';
import { newDeal } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, register, test } from '../../support/visitor.ts';

const PAGES = [
  '/',
  '/category/monitors',
  '/category/monitors?filters=1',
  '/search?q=monitor+coupon',
  '/browse/coupons',
  '/browse/brands',
  '/account/log-in',
  '/help',
];
const OF_MEMBERS = ['/account/alerts', '/account/notifications?view=settings'];

/** Text at the size that a reader has set in the browser. */
const withTextOf = async (page: Page, pixels: number) => {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels } });
};

const isAsWideAsItsScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

for (const [name, widths, text] of [
  ['text twice as large', [360, 768, 1110, 1600], 32],
  ['a zoom of 400 %', [320], 16],
] as const)
  test(`pages are as wide as their screen with ${name}`, async ({ page }) => {
    await withTextOf(page, text);
    const fits = async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of widths) {
        await page.setViewportSize({ width, height: 800 });
        expect(await isAsWideAsItsScreen(page), `${page.url()} at ${width} px`).toBe(true);
      }
    };
    for (const path of PAGES) {
      await page.goto(path);
      await fits();
    }
    await page.goto('/search?coupon=1');
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    await page.waitForURL(/\/f\//);
    await fits();
    await register(page);
    for (const path of OF_MEMBERS) {
      await page.goto(path);
      await fits();
    }
  });

test('a price of four figures whose currency is told by its code is no wider than a phone with text twice as large', async ({ page }) => {
  const { path } = await newDeal(await sharedSite(), { price: 'CHF 1299.50' });
  await withTextOf(page, 32);
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await isAsWideAsItsScreen(page)).toBe(true);
});

test('with text twice as large a price whose currency is told by its code is whole on the card of the narrowest phone', async ({
  page,
}) => {
  const { dealTitle } = await newDeal(await sharedSite(), { price: 'NOK 12999.50' });
  await withTextOf(page, 32);
  await page.setViewportSize({ width: 320, height: 800 });
  await page.goto(`/search?q=${encodeURIComponent(`"${dealTitle}"`)}`);
  const card = page.getByRole('main').getByRole('article').filter({ hasText: dealTitle });
  const price = card.getByText(/^NOK/).first();
  await expect(async () => {
    await page.reload();
    await expect(price).toBeVisible({ timeout: 2000 });
  }).toPass();
  const [room, figures] = [(await card.boundingBox())!, (await price.boundingBox())!];
  expect(figures.x + figures.width).toBeLessThanOrEqual(room.x + room.width);
  const cut = await price.evaluate((figure) => figure.getBoundingClientRect().right - figure.closest('p')!.getBoundingClientRect().right);
  expect(cut, 'what is cut off').toBeLessThanOrEqual(0);
});

test('with large text the button of the filters covers no order, a phone shows all orders, the search box has room for what is typed, and each choice of notifications a line', async ({
  page,
}) => {
  await withTextOf(page, 32);
  await page.goto('/popular');
  const button = page.getByRole('form', { name: 'Filters' }).locator('summary').first();
  for (const width of [768, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const [row, { x, y, height }] = [(await page.locator('.feed-bar').boundingBox())!, (await button.boundingBox())!];
    expect(row.x + row.width, `${width} px`).toBeLessThanOrEqual(x);
    expect(y + height, `${width} px`).toBeLessThanOrEqual(row.y + row.height + 1);
  }
  await page.setViewportSize({ width: 360, height: 800 });
  const discount = await page.getByRole('link', { name: 'Discount' }).boundingBox();
  expect(discount!.x + discount!.width).toBeLessThanOrEqual(360);
  const title = page.getByRole('main').getByRole('article').first().getByRole('heading').getByRole('link');
  expect(await title.evaluate((link) => link.scrollHeight - link.clientHeight), 'what is cut off a title').toBeLessThanOrEqual(1);
  const code = page
    .getByRole('main')
    .getByRole('button', { name: /^Copy/ })
    .first()
    .getByText(/^[A-Z\d-]+$/);
  expect(await code.evaluate((text) => text.scrollWidth - text.clientWidth), 'what is cut off a code').toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1110, height: 800 });
  const box = await page.getByRole('combobox', { name: /search/i }).boundingBox();
  expect(box?.width).toBeGreaterThan(400);
  await register(page);
  await page.goto('/account/notifications?view=settings');
  await page.setViewportSize({ width: 360, height: 800 });
  expect((await page.getByText('Quotes of your words', { exact: true }).boundingBox())?.width).toBeGreaterThan(250);
});

test('on a phone a list’s heading covers nothing of the chosen order, however a reader spaces letters and words', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const spaced = '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }';
  await page.route(/\.css$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}${spaced}` });
  });
  await page.goto('/');
  const chosen = (await page.getByRole('main').getByRole('link', { name: 'New', exact: true }).boundingBox())!;
  const heading = (await page.getByRole('heading', { name: 'Frontpage deals' }).boundingBox())!;
  expect(heading.x + heading.width).toBeLessThanOrEqual(chosen.x + 1);
});
