import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { siteCommand, startBuild } from '../../support/site-command.ts';
import { freePort, newDataDir, removeSite, startSite, type RunningSite } from '../../support/site.ts';
import { dealRecord, smallCatalogue, writeRecords } from '../../support/small-catalogue.ts';

test.describe.configure({ mode: 'serial', timeout: 180_000 });

let site: RunningSite | undefined;
let url: string;

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
  const port = await freePort();
  url = `http://localhost:${port}`;
  const settings = {
    ...{ DATA_DIR: await newDataDir(), PORT: String(port), SITE_URL: url },
    ...{ SITE_CURRENCY: 'EUR', SITE_LOCALE: 'de-DE', SITE_TIMEZONE: 'Europe/Berlin' },
  };
  const deals = PRICES.map(([price], index) =>
    dealRecord({
      ...{ sourceId: `kind-${index}`, title: `Lamp with a price of kind ${index}`, price, currency: 'EUR', votesUp: 100 - index },
      // The next day in Berlin.
      postedAt: '2026-01-01T23:30:00Z',
    }),
  );
  const { code, output } = await siteCommand(
    settings,
    'import',
    await writeRecords(settings.DATA_DIR, 'small.jsonl', [...smallCatalogue().filter(({ type }) => type !== 'deal'), ...deals]),
  );
  expect(code, output).toBe(0);
  expect((await startBuild(settings).done).code).toBe(0);
  site = await startSite(settings);
  await site.ready();
});

test.afterAll(async () => {
  if (!site) return;
  await site.stop();
  await removeSite(site.dataDir);
});

const isAsWideAsItsScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const cardOf = (page: Page, index: number) => page.getByRole('article').filter({ hasText: `of kind ${index}` });

for (const width of [360, 1280])
  test(
    `prices that are no amount fit cards and pages ${width} px wide, in the site's own way of writing`,
    { tag: '@only-desktop' },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${url}/all`);
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

      await page.goto(`${url}/search?q=lamp&price_max=20`);
      await expect(page.getByRole('link', { name: 'Under 20 €' })).toBeVisible();
      await expect(page.getByRole('article')).toHaveCount(3);
    },
  );
