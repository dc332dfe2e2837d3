import type { Page } from '@playwright/test';
import { expect, test as onTheSite } from '../../support/browser.ts';
import { startOwnSite, type OwnSite } from '../../support/own-site.ts';
import { dealRecord, smallCatalogue } from '../../support/small-catalogue.ts';

const test = onTheSite.extend({
  baseURL: async ({}, use) => {
    await use(site?.current.url);
  },
});

test.describe.configure({ timeout: 180_000 });

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
  site = await startOwnSite([...smallCatalogue().filter(({ type }) => type !== 'deal'), ...deals], settings);
});

test.afterAll(() => site?.end());

const isAsWideAsItsScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const cardOf = (page: Page, index: number) => page.getByRole('article').filter({ hasText: `of kind ${index}` });

test('prices that are no amount fit cards and pages of phones and desktops, in the site’s own way of writing', async ({ page }) => {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/all');
    await expect(page.getByRole('article')).toHaveCount(PRICES.length);
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

    await page.goto('/search?q=lamp&price_max=20');
    await expect(page.getByRole('link', { name: 'Under 20 €' })).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(3);
  }
});
