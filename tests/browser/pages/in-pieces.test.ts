import { test } from '../../support/browser.ts';
import { expectStill, painted } from '../../support/layout-shift.ts';
import { startSiteFront } from '../../support/site-front.ts';

/** A card's last line is as low as the highest card of its row, which may be one that comes after it: some pixels, of one line. */
const MOST = 0.002;

/** Where what is above the fold may be parted: before the parts of the header, of a heading's row, of the filters and of a deal. */
const PARTS = /(?=<(?:nav|section|h2|details)\b|<button class="icon-button|<div class="(?:header|deal)__|<a class="feed-tools)/;

for (const width of [360, 768, 1280])
  test(`what a slow line has brought of a page is not moved by what it brings later, at ${width} px`, async ({ page, siteUrl, kinds }) => {
    const front = await startSiteFront(siteUrl);
    front.pieces = { at: PARTS, afterEach: () => painted(page) };
    try {
      await page.setViewportSize({ width, height: 900 });
      for (const kind of ['home', 'feed', 'deal']) {
        await page.goto(`${front.url}${kinds[kind]}`);
        await expectStill(page, MOST, kind);
      }
    } finally {
      await front.close();
    }
  });
