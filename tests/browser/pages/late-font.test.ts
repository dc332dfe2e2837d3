import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { expectStill } from '../../support/layout-shift.ts';

const FONT = /\.woff2$/;

/** How wide a text is, which tells one font from another. */
const textWidth = async (page: Page) =>
  (await page.getByRole('contentinfo').getByRole('link', { name: 'Privacy Policy' }).boundingBox())!.width;

for (const [width, path] of [
  [360, '/'],
  [768, '/'],
  [1110, '/search?q=monitor'],
  [1600, '/help'],
] as const)
  test(`nothing moves on ${path} at ${width} px when the font comes late, and the next page has the font`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const asked = Promise.withResolvers<undefined>();
    const late = Promise.withResolvers<undefined>();
    await page.route(FONT, async (route) => {
      asked.resolve(undefined);
      await late.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'commit' });
    await asked.promise;
    // The browser waits for the font for 100 ms, and shows the page without it then.
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    await expect(page.getByRole('contentinfo')).toBeAttached();
    const before = await textWidth(page);
    const delivered = page.waitForEvent('requestfinished', (request) => FONT.test(request.url()));
    late.resolve(undefined);
    await delivered;
    await expectStill(page, 0.001);
    expect(await textWidth(page)).toBe(before);
    await page.unroute(FONT);
    await page.reload();
    expect(await textWidth(page)).not.toBe(before);
  });
