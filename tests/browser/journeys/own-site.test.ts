import type { Page } from '@playwright/test';
import { expect, test as onTheSite } from '../../support/browser.ts';
import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { startOwnSite, type OwnSite } from '../../support/own-site.ts';
import { setupAddress } from '../../support/site.ts';
import { dealRecord, smallCatalogue } from '../../support/small-catalogue.ts';
import { newAddress, PASSWORD } from '../../support/visitor.ts';

const test = onTheSite.extend({
  baseURL: async ({}, use) => {
    await use(site?.current.url);
  },
});

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let site: OwnSite | undefined;

/** What each deal asks for, as its record says it, and as a site in Germany shows it. */
const PRICES = [
  ['12.50', '12,50 €'],
  ['30% off', '30% off'],
  ['19.99 - 49.99', '19,99 € – 49,99 €'],
  ['from 24.99', 'from 24,99 €'],
  ['2 for 5.00', '2 for 5 €'],
  ['buy one get one 50% off', 'Buy one, get one 50% off'],
  ['save 6.00', 'Save 6 €'],
] as const;

/** What somebody may write who wants pages to be wide. */
const WIDE = { title: 'M'.repeat(150), couponCode: 'C'.repeat(60) };

test.beforeAll(async () => {
  test.slow();
  const deals = PRICES.map(([price], index) =>
    dealRecord({
      ...{ sourceId: `kind-${index}`, title: `Lamp with a price of kind ${index}`, price, currency: 'EUR', votesUp: 100 - index },
      // The next day in Berlin.
      postedAt: '2026-01-01T23:30:00Z',
    }),
  );
  const settings = { SITE_CURRENCY: 'EUR', SITE_LOCALE: 'de-DE', SITE_TIMEZONE: 'Europe/Berlin' };
  const wide = dealRecord({ ...WIDE, sourceId: 'wide', price: '50.00', currency: 'EUR', votesUp: 0, postedAt: '2025-12-01T12:00:00Z' });
  site = await startOwnSite([...smallCatalogue().filter(({ type }) => type !== 'deal'), ...deals, wide], settings);
});

test.afterAll(() => site?.end());

const isAsWideAsItsScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const cardOf = (page: Page, index: number) => page.getByRole('article').filter({ hasText: `of kind ${index}` });

test('prices that are no amount fit cards and pages of phones and desktops, in the site’s own way of writing', async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/all');
    await expect(page.getByRole('article')).toHaveCount(PRICES.length + 1);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('de-DE');
    for (const [index, [, text]] of PRICES.entries()) {
      const card = cardOf(page, index);
      await expect(card.getByText(`Price ${text}`, { exact: true })).toBeAttached();
      expect([index, await card.evaluate((each) => each.scrollWidth <= each.clientWidth)]).toEqual([index, true]);
    }
    expect(await isAsWideAsItsScreen(page)).toBe(true);

    await cardOf(page, 5).getByRole('link', { name: 'of kind 5' }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Lamp with a price of kind 5');
    await expect(page.getByText('Price Buy one, get one 50% off', { exact: true }).first()).toBeAttached();
    await expect(page.getByRole('article').getByText('Posted')).toContainText('02.01.26');
    expect(await isAsWideAsItsScreen(page)).toBe(true);
    expect(await page.evaluate(() => [...document.scripts].find(({ type }) => type.endsWith('ld+json'))?.text)).toContain(
      '"@type":"Offer","url"',
    );

    await page.goto('/all');
    await page.getByRole('link', { name: WIDE.title }).first().click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(WIDE.title);
    expect(await isAsWideAsItsScreen(page)).toBe(true);

    await page.goto('/search?q=lamp&price_max=20');
    await expect(page.getByRole('link', { name: 'Under 20 €' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
  }
});

test('whoever has started a site becomes its administrator by the address that the start printed, and corrects a price', async ({
  page,
}) => {
  const address = setupAddress(site!.current);
  await page.goto(address);
  await neverScrollsSideways(page, 'setting up');
  await isForEverybody(page, 'setting up', 'body');
  const email = newAddress();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status')).toHaveText(
    `You are the administrator now. Here you say who else moderates. We've sent a verification email to ${email}.`,
  );
  await page.getByRole('navigation', { name: 'Moderation' }).getByRole('link', { name: 'Deals' }).click();
  await page.getByLabel('Words, the address of the deal, or its number').fill('kind 0');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Lamp with a price of kind 0', exact: true }).click();
  await page.getByLabel('Price', { exact: true }).fill('11,90');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('status')).toHaveText('Saved.');
  await page.goto(`/desk/deals?q=${WIDE.title}`);
  await page.getByRole('main').getByRole('link', { name: WIDE.title }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(WIDE.title);
  await neverScrollsSideways(page, 'a deal with a wide title at the desk');
  await page.context().clearCookies();
  // Until it is published, a moment later.
  await expect
    .poll(async () => {
      await page.goto('/all');
      return cardOf(page, 0).innerText();
    })
    .toMatch(/Price 11,90\s€/);
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: '404 Error' })).toBeVisible();
});
