import type { BrowserContext, Page } from '@playwright/test';
import { RETIRED_WORKER } from '../../../src/features/offline/worker-text.ts';
import { bar, begin, test } from '../../support/kept-pages.ts';
import { expect } from '../../support/visitor.ts';

/**
 * Visits a page, at which browsers look for another worker. Chromium now and then lets the one before end only when its pages are gone, so
 * the page is left first. What comes of the update is seen by the next visit, not waited for: Chromium never says so of a worker that removes
 * itself meanwhile.
 */
async function visitAgain(page: Page, address: string): Promise<void> {
  await page.goto('about:blank');
  await page.goto(address);
  await page.evaluate(lookForUpdate);
}
async function lookForUpdate(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration();
  registration?.update().catch(() => undefined);
}
/** Each visit takes some seconds on a machine that has much to do. */
const A_WHILE = { timeout: 30_000 };
/** One that takes longer than this is ended. */
const A_VISIT = { timeout: 15_000 };
const cacheNames = (page: Page) => page.evaluate(async () => (await caches.keys()).toSorted());
/**
 * Visits the address until these caches are left, each time in a page of its own that asks nothing more: a worker that is to go may answer what
 * it was asked first, and whatever a visit waits for in vain ends with it.
 */
async function expectCaches(page: Page, address: string, names: string[]): Promise<void> {
  await page.goto('about:blank');
  await expect(async () => {
    const visit = await page.context().newPage();
    try {
      await visit.goto(address, A_VISIT);
      await visit.evaluate(lookForUpdate);
      const areLeft = async (wanted: string) => (await caches.keys()).toSorted().join() === wanted;
      await visit.waitForFunction(areLeft, names.join(), A_VISIT);
    } finally {
      await visit.close();
    }
  }).toPass({ timeout: 90_000 });
}

test('a new version of the worker takes over; kept pages stay, and caches of other versions go', async ({ page, context, front }) => {
  await begin(page, `${front.url}/popular`, '/popular');
  await page.goto(`${front.url}/about`);
  const before = await cacheNames(page);
  await page.evaluate(() => caches.open('magpie-pages-0'));
  front.worker = (script) => `${script}\nself.version = 'next';`;
  const versions = async () => {
    await visitAgain(page, `${front.url}/about`);
    return Promise.all(
      context.serviceWorkers().map((worker) => worker.evaluate(() => Reflect.get(self, 'version') as unknown).catch(() => '')),
    );
  };
  await expect.poll(versions, A_WHILE).toContain('next');
  await expectCaches(page, `${front.url}/about`, before);
  await offlineShows(context, page, `${front.url}/popular`, 'This page is from a moment ago');
});

async function offlineShows(context: BrowserContext, page: Page, address: string, text: string): Promise<void> {
  await context.setOffline(true);
  await page.goto(address);
  await expect(bar(page)).toContainText(text);
  await context.setOffline(false);
}

test('a worker that is not wanted any more removes itself and all that was kept', async ({ page, front }) => {
  await begin(page, `${front.url}/popular`, '/popular');
  await page.goto(`${front.url}/about`);
  front.worker = () => RETIRED_WORKER;
  await expectCaches(page, `${front.url}/about`, []);
  await expect(async () => {
    await page.goto(`${front.url}/all`, A_VISIT);
    const left = async () => [(await navigator.serviceWorker.getRegistrations()).length, navigator.serviceWorker.controller];
    expect(await page.evaluate(left)).toEqual([0, null]);
  }).toPass();
});
