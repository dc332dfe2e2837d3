import { lookAtStorage, unlisted } from '../../support/browser-storage.ts';
import { expect, test } from '../../support/browser.ts';
import { commandSite } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { outputOf } from '../../support/site.ts';

const SCRIPT = '**/_astro/interaction-script.*.js';
const RATE = 'nuxt-error-sample-rate';

test('a page of an older release, whose script is gone, is loaded again, once', async ({ page, expectFaults }) => {
  expectFaults(/404/);
  let loads = 0;
  page.on('request', (request) => request.isNavigationRequest() && (loads += 1));
  // It is gone from the page that is loaded again, too, as from a cache that is behind.
  await page.route(SCRIPT, (route) => (loads < 3 ? route.fulfill({ status: 404, body: 'gone' }) : route.continue()));
  await page.goto('/about');
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Shift');
  await reloaded;
  const asked = page.waitForResponse((response) => response.request().method() === 'HEAD');
  await page.keyboard.press('Shift');
  expect((await asked).status()).toBe(404);
  expect(loads).toBe(2);
  expect(unlisted(await lookAtStorage(page, new Set()))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('reloaded:/about');
  await page.reload();
  const button = page.getByRole('button', { name: 'Midnight theme' });
  await button.click();
  await expect(button).toHaveAttribute('aria-pressed', 'true');
});

test('errors of browsers get into the log where they are asked for, without what somebody searched for', async ({ page, expectFaults }) => {
  expectFaults(/broken on purpose/);
  const site = await sharedSite();
  const asked: string[] = [];
  page.on('request', (request) => /feature-flag|errors/.test(request.url()) && asked.push(new URL(request.url()).pathname));
  // It stays so: the site is of this run alone, and the same test may run on it beside this one.
  await commandSite(site, 'flag', { name: RATE, value: '1' });
  const message = `broken on purpose ${Date.now()}`;
  await page.goto('/search?q=nobodys-business');
  await expect(page.getByRole('main')).toBeVisible();
  expect(asked).toEqual([]);
  await page.evaluate((text) => void Promise.reject(new Error(text)), message);
  const line = () => outputOf(site).find((one) => one.includes(message)) ?? '{}';
  await expect.poll(() => JSON.parse(line()) as object).toMatchObject({ msg: 'error in a browser', browser: { message, path: '/search' } });
  expect(line()).not.toContain('nobodys-business');
  expect(Object.keys((JSON.parse(line()) as { browser: object }).browser)).toEqual(['message', 'stack', 'path', 'release']);
  expect(line()).toMatch(/"release":"[^"]+\.js"/);
  // The browser may tell the test of its requests later than the site writes its line.
  await expect.poll(() => asked).toEqual(['/web-api/feature-flag/', '/web-api/errors/']);
});
