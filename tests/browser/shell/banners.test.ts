import AxeBuilder from '@axe-core/playwright';
import { DEFAULT_SHELL } from '../../../src/features/shell/default-shell.ts';
import { lookAtStorage, unlisted } from '../../support/browser-storage.ts';
import { commandSite } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, test } from '../../support/visitor.ts';

/** Nobody else looks at it. */
const PATH = '/brand/akg';
const BANNER = {
  type: 'megaBanner',
  heading: 'Headphones from $49',
  paths: [PATH],
  url: '/category/headphones',
  image1x: '/share/site.png',
  backgroundColor: '#10203f',
};

test('a mega banner comes within a second, is collapsed for good, and goes again @only-desktop', async ({ page, context }) => {
  const site = await sharedSite();
  const save = (...banners: object[]) =>
    commandSite(site, 'shell', { shell: JSON.stringify({ ...DEFAULT_SHELL, banners }), dryRun: false });
  const banner = page.getByRole('region', { name: 'Headphones from $49' });
  await page.goto(PATH);
  await expect(banner).toHaveCount(0);
  await save(BANNER);
  try {
    await expect(async () => {
      await page.goto(PATH);
      await expect(banner).toBeVisible({ timeout: 500 });
    }).toPass({ timeout: 3_000 });
    await expect(banner.getByRole('img', { name: 'Headphones from $49' })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).include('.banner-space').analyze();
    expect(violations).toEqual([]);

    // In a space that editors keep for it, nothing moves when it comes: not for a new visitor, nor once it is collapsed.
    const movedInReservedSpace = async () => {
      await page.route(PATH, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('banner-space--none', 'banner-space--reserveMegabanner'),
        });
      });
      await page.goto(PATH);
      await expect(banner).toBeVisible();
      const moved = await page.evaluate(() => (window as unknown as { moved: number }).moved);
      await page.unroute(PATH);
      return moved;
    };
    await page.addInitScript(() => {
      const seen = Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[]) seen.moved += shift.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    expect(await movedInReservedSpace()).toBeLessThan(0.01);

    await banner.getByRole('button', { name: 'Collapse' }).click();
    await expect(banner.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false');
    await expect(banner.getByRole('img')).toHaveCount(0);
    expect((await context.cookies()).find(({ name }) => name === 'sd_p')?.value).toContain('megabanner=collapsed');
    expect(unlisted(await lookAtStorage(page, new Set()))).toEqual([]);
    expect(await movedInReservedSpace()).toBeLessThan(0.01);
    await page.reload();
    await banner.getByRole('button', { name: 'Expand' }).click();
    await expect(banner.getByRole('img')).toBeVisible();

    // Where the call fails there is no space (spec §8).
    await page.route('**/ajax/bSubNavPlacement.php*', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
    await page.reload();
    await expect(page.locator('.banner-space')).toBeHidden();
    await page.unroute('**/ajax/bSubNavPlacement.php*');
  } finally {
    await save();
  }
  await expect(async () => {
    await page.goto(PATH);
    await expect(page.locator('.banner-space')).toBeHidden({ timeout: 500 });
  }).toPass({ timeout: 3_000 });
});

test('a deal asks for no banner @only-desktop', async ({ page, kinds }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/popular');
  await expect
    .poll(() => asked.filter((url) => url.includes('/ajax/bSubNavPlacement.php?section=site&url=%2Fpopular')).length)
    .toBeGreaterThan(0);
  asked.length = 0;
  await page.goto(kinds['deal']!);
  await page.waitForLoadState('load');
  expect(asked.filter((url) => url.includes('bSubNavPlacement'))).toEqual([]);
});
