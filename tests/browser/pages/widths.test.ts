import { expect, test } from '../../support/browser.ts';

const WIDTHS = [320, 360, 768, 1110, 1600];

test('no page scrolls sideways', async ({ page, kinds }) => {
  test.slow();
  for (const [kind, path] of Object.entries(kinds)) {
    await page.goto(path);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, `${kind} at ${width} px`).toBeLessThanOrEqual(width);
    }
  }
});

test('every kind of page opens without a word in the console', async ({ page, kinds, faults }) => {
  for (const path of Object.values(kinds)) await page.goto(path, { waitUntil: 'load' });
  expect(faults).toEqual([]);
});
