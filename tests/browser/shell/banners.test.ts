import { lookAtStorage, unlisted } from '../../support/browser-storage.ts';
import { Axe } from '../../support/everybody.ts';
import { expectStill } from '../../support/layout-shift.ts';
import { commandSite } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, test } from '../../support/visitor.ts';

const BANNER = {
  type: 'megaBanner',
  heading: 'Headphones from $49',
  url: '/category/headphones',
  image1x: '/share/site.png',
  backgroundColor: '#10203f',
};

/** Changes the banners of the site, on which others may do so at the same moment. */
async function changeBanners(change: (banners: { paths?: string[] }[]) => object[]): Promise<void> {
  const site = await sharedSite();
  await expect(async () => {
    const base = await commandSite(site, 'shell', {});
    const shell = JSON.parse(base) as { banners: { paths?: string[] }[] };
    await commandSite(site, 'shell', { shell: JSON.stringify({ ...shell, banners: change(shell.banners) }), base });
  }).toPass();
}

test('a mega banner comes within a second, is collapsed for good, and goes again @only-desktop', async ({ page, context }, {
  parallelIndex,
}) => {
  const brands = (await (await page.request.get('/sitemap-feeds.xml')).text()).match(/\/brand\/[^<]+/g)!;
  /** Nobody else looks at it. */
  const path = brands[parallelIndex]!;
  const asked = () =>
    page.request.get(`/ajax/bSubNavPlacement.php?section=site&url=${encodeURIComponent(path)}`).then((answer) => answer.text());
  const banner = page.getByRole('region', { name: 'Headphones from $49' });
  await page.goto(path);
  await expect(banner).toHaveCount(0);
  await changeBanners((others) => [...others, { ...BANNER, paths: [path] }]);
  try {
    await expect.poll(asked, { timeout: 3_000 }).toContain(BANNER.heading);
    await page.goto(path);
    await expect(banner.getByRole('img', { name: 'Headphones from $49' })).toBeVisible();
    const { violations } = await new Axe(page).include('.banner-space').analyze();
    expect(violations).toEqual([]);

    // In a space that editors keep for it, nothing moves when it comes: not for a new visitor, nor once it is collapsed.
    const staysStillInReservedSpace = async () => {
      await page.route(path, async (route) => {
        const answer = await route.fetch();
        await route.fulfill({
          response: answer,
          body: (await answer.text()).replace('banner-space--none', 'banner-space--reserveMegabanner'),
        });
      });
      await page.goto(path);
      await expect(banner).toBeVisible();
      await expectStill(page, 0.01);
      await page.unroute(path);
    };
    await staysStillInReservedSpace();

    await banner.getByRole('button', { name: 'Collapse' }).click();
    await expect(banner.getByRole('button', { name: 'Expand' })).toHaveAttribute('aria-expanded', 'false');
    await expect(banner.getByRole('img')).toHaveCount(0);
    expect((await context.cookies()).find(({ name }) => name === 'sd_p')?.value).toContain('megabanner=collapsed');
    expect(unlisted(await lookAtStorage(page, new Set()))).toEqual([]);
    await staysStillInReservedSpace();
    await page.reload();
    await banner.getByRole('button', { name: 'Expand' }).click();
    await expect(banner.getByRole('img')).toBeVisible();

    // Where the call fails there is no space (spec §8).
    await page.route('**/ajax/bSubNavPlacement.php*', (route) => route.fulfill({ status: 200, body: 'no JSON' }));
    await page.reload();
    await expect(page.locator('.banner-space')).toBeHidden();
    await page.unroute('**/ajax/bSubNavPlacement.php*');
  } finally {
    await changeBanners((banners) => banners.filter(({ paths }) => !paths?.includes(path)));
  }
  await expect.poll(asked, { timeout: 3_000 }).not.toContain(BANNER.heading);
  await page.goto(path);
  await expect(page.locator('.banner-space')).toBeHidden();
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
