import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteFolder } from '../../../src/features/publishing/shown-release.ts';
import { copyPublishedFiles } from '../../../src/features/publishing/static-copy.ts';
import { expect, test as onTheSite } from '../../support/browser.ts';
import { hasPython, startPlainServer } from '../../support/file-server.ts';
import { sharedSite } from '../../support/shared-site.ts';

if (!hasPython && process.env['CI']) throw new Error('a copy of the published files cannot be tested: there is no python3 here');

/** A copy of the published files, on a web server that knows nothing of the site. */
const test = onTheSite.extend<{ copy: string }>({
  copy: [
    async ({ page }, use, info) => {
      info.skip(!hasPython, 'python3 is not installed');
      const folder = await mkdtemp(join(tmpdir(), 'magpie-copy-'));
      const published = join((await sharedSite()).dataDir, 'public');
      // The site answers before web servers are shown its files.
      await expect.poll(() => existsSync(siteFolder(published))).toBe(true);
      await copyPublishedFiles(published, folder);
      const server = await startPlainServer(folder);
      await use(server.url);
      // It may still load what is only prefetched.
      await page.close();
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
    { timeout: 120_000 },
  ],
});

test('a copy on any web server shows whole pages: style, pictures, structured data, and nothing that fails @only-desktop', async ({
  page,
  copy,
  kinds,
}) => {
  test.slow();
  const failed: string[] = [];
  page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`));
  for (const kind of ['home', 'feed', 'category', 'store', 'deal', 'offer', 'about']) {
    await page.goto(copy + kinds[kind]!);
    await expect(page.getByRole('heading', { level: 1 }), kind).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily), kind).toContain('Magpie Sans');
    expect(await page.evaluate(() => document.fonts.ready.then(({ size }) => size)), kind).toBeGreaterThan(0);
    // What is folded has pictures, too.
    await page.locator('main details').evaluateAll((all) => all.forEach((each) => each.setAttribute('open', '')));
    for (const picture of await page.locator('main img').all()) await picture.scrollIntoViewIfNeeded();
    const broken = () =>
      page.evaluate(() => [...document.images].filter((image) => !image.complete || image.naturalWidth === 0).map(({ src }) => src));
    await expect.poll(broken, kind).toEqual([]);
    if (kind !== 'about') expect(await page.locator('script[type="application/ld+json"]').count(), kind).toBeGreaterThan(0);
  }
  // A card leads to its deal, and the theme can be chosen.
  await page.goto(copy);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page).toHaveURL(/\/f\/\d+-/);
  const theme = page.getByRole('button', { name: 'Midnight theme' });
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  // What the site counts of its visitors is left alone here, also once its script runs.
  await page.evaluate(() => dispatchEvent(new Event('pagehide')));
  expect(await page.evaluate(() => localStorage.getItem('events'))).toBeNull();
  expect(failed).toEqual([]);
});
