import { test } from '../../support/browser.ts';
import { expectStill, painted } from '../../support/layout-shift.ts';
import { startSiteFront } from '../../support/site-front.ts';

/** A card's last line is as low as the highest card of its row, which may be one that comes after it: some pixels, of one line. */
const MOST = 0.002;

/** Where what is above the fold may be parted: before the parts of the header, of a heading's row, of the filters and of a deal, and a list's end. */
const PARTS = /(?=<(?:nav|section|h2|details|\/ul)\b|<button class="icon-button|<div class="(?:header|deal)__|<a class="feed-tools)/;

for (const width of [360, 768, 1280])
  test(`what a slow line has brought of a page is not moved by what it brings later, at ${width} px`, async ({ page, siteUrl, kinds }) => {
    const front = await startSiteFront(siteUrl);
    front.pieces = { at: PARTS, afterEach: () => painted(page) };
    try {
      await page.setViewportSize({ width, height: 900 });
      for (const path of [kinds['home']!, kinds['feed']!, kinds['deal']!, await feedOfOneDeal(siteUrl)]) {
        await page.goto(`${front.url}${path}`);
        await expectStill(page, MOST);
      }
    } finally {
      await front.close();
    }
  });

/** Path of the first brand's feed that has a single deal. */
async function feedOfOneDeal(siteUrl: string): Promise<string> {
  const read = (path: string) => fetch(`${siteUrl}${path}`).then((answer) => answer.text());
  for (const [path] of (await read('/sitemap-feeds.xml')).matchAll(/\/brand\/[^<]+/g))
    if ((await read(path)).match(/<article/g)?.length === 1) return path;
  throw new Error('no brand has a single deal');
}
