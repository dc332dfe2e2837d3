import type { Page } from '@playwright/test';
import { KEPT_LIST, type KeptPages } from '../../src/features/offline/caches.ts';
import { startSiteFront, type SiteFront } from './site-front.ts';
import { expect, test as onTheSite } from './visitor.ts';

export const HOUR = 3_600_000;

/** A browser that lets the worker run, and a site whose worker a test may replace. */
export const test = onTheSite.extend<{ front: SiteFront; offlineFaults: undefined }>({
  serviceWorkers: 'allow',
  permissions: ['clipboard-write'],
  // Browsers tell of every request that fails without a connection, and of every script that was not used before.
  offlineFaults: [
    async ({ expectFaults }, use) => {
      expectFaults(/net::ERR_(INTERNET_DISCONNECTED|FAILED)|dynamically imported module/);
      await use(undefined);
    },
    { auto: true },
  ],
  front: async ({ siteUrl }, use) => {
    const front = await startSiteFront(siteUrl);
    await use(front);
    await front.close();
  },
});

/** What is kept. @param hoursLater makes it look as if it had been kept as many hours earlier */
export const listOf = (page: Page, hoursLater = 0) =>
  page.evaluate(
    async ([address, later]) => {
      const found = await caches.match(address);
      const kept = found && ((await found.json()) as KeptPages);
      const [name] = (await caches.keys()).filter((key) => key.includes('pages'));
      if (!kept || !name) return [];
      for (const entry of kept.pages) entry.at -= later;
      if (later > 0) await (await caches.open(name)).put(address, Response.json(kept));
      return kept.pages.map(({ key, coupon, savedAt }) => `${key}${coupon ? ` ${coupon.code}` : ''}${savedAt ? ' saved' : ''}`);
    },
    [KEPT_LIST, hoursLater * HOUR] as const,
  );

export const keyOf = (path: string) => path.replace(/^(\/f\/\d+).*/, '$1');
export const kept = (page: Page) => page.getByRole('main').getByRole('listitem').filter({ hasText: 'kept' });
export const bar = (page: Page) => page.getByRole('status').filter({ hasText: /offline|connection|reached|online/ });

/** Opens a page and uses it, so that the worker comes; every page from then on goes through it. */
export async function begin(page: Page, address: string, key = keyOf(address)): Promise<void> {
  await page.goto(address);
  await page.keyboard.press('Shift');
  await expect.poll(() => listOf(page)).toEqual([key]);
}

export async function read(page: Page, address: string, key = keyOf(address)): Promise<void> {
  await page.goto(address);
  await expect.poll(() => listOf(page)).toContain(key);
}
