import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { newDeal } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';

const DAY = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY).toISOString().slice(0, 10);
/** Checks of two years, some far apart and some day after day, of an amount with four figures. */
const CHECKS = [700, 640, 600, 599, 420, 300, 220, 120, 88, 60, 45, 29, 28, 27, 12, 3].map((days, index) => [
  daysAgo(days),
  `${1200 + ((index * 37) % 90)}.50`,
]);
const WINDOWS = ['All', '365 days', '90 days', '30 days'];

async function openChart(page: Page): Promise<void> {
  const { path } = await newDeal(await sharedSite(), { price: '1234.56', prices: CHECKS });
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Price history' })).toBeVisible();
}

const choose = (page: Page, name: string) => page.locator('.price-history__windows label').getByText(name, { exact: true }).click();
/** The chart of the window that is chosen. */
const chartOf = (page: Page) => page.getByRole('group', { name: /^Prices from/ });
/** What the chart tells of the price that is pointed at. */
const told = (chart: Locator) =>
  chart
    .locator('.price-history__point text')
    .evaluateAll((texts) => texts.filter((text) => getComputedStyle(text).opacity === '1').map((text) => text.textContent.trim()));

/** Labels that overlap, or that leave the page's column, in words. */
function misplaced(chart: SVGSVGElement): string[] {
  const column = chart.closest('.price-history')!.getBoundingClientRect();
  const shown = [...chart.querySelectorAll('text')].filter(
    (text) => text.getBoundingClientRect().width > 0 && getComputedStyle(text).opacity === '1',
  );
  const labels = shown.map((text) => ({ words: text.textContent.trim(), box: text.getBoundingClientRect() }));
  return labels.flatMap(({ words, box }, index) => [
    ...(box.left < column.left - 0.5 || box.right > column.right + 0.5 ? [`${words} leaves the chart`] : []),
    ...labels
      .slice(index + 1)
      .filter(
        ({ box: other }) => box.left < other.right && other.left < box.right && box.top < other.bottom - 1 && other.top < box.bottom - 1,
      )
      .map((other) => `${words} overlaps ${other.words}`),
  ]);
}

test('labels of the price chart stand apart and within it, in every window at every width', async ({ page }) => {
  await openChart(page);
  for (const width of [360, 768, 1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    for (const window of WINDOWS) {
      await choose(page, window);
      await expect(chartOf(page)).toHaveCount(1);
      expect(await chartOf(page).evaluate(misplaced), `${window} at ${width}`).toEqual([]);
      // Also of the first price, and of one in between, while that is pointed at.
      const points = chartOf(page).locator('.price-history__point');
      for (const point of [points.first(), points.nth(Math.floor((await points.count()) / 2))]) {
        await point.focus();
        expect(await chartOf(page).evaluate(misplaced), `${window} at ${width}, pointed at`).toEqual([]);
      }
    }
  }
});

test('the price chart tells each price by keyboard, to the pointer and by touch', async ({ browser, siteUrl }) => {
  const context = await browser.newContext({ baseURL: siteUrl, viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await context.newPage();
  await openChart(page);
  await choose(page, '30 days');
  // Where the page scrolls to a point, the pointer must not rest on another.
  await page.mouse.move(0, 0);
  const chart = chartOf(page);
  const points = chart.getByRole('img');
  const last = (await points.count()) - 1;
  await expect.poll(() => told(chart)).toEqual(['$1,234.56 now']);
  await page.keyboard.press('Tab');
  await expect(points.nth(last)).toBeFocused();
  // The script of arrow keys comes with the first touch of the page; keys before it do nothing.
  await expect(async () => {
    await page.keyboard.press('Home');
    await expect(points.first()).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('End');
  for (const [key, at] of [
    ['ArrowLeft', last - 1],
    ['Home', 0],
    ['ArrowLeft', 0],
    // The browser's own: forward.
    ['Alt+ArrowRight', 0],
    ['ArrowRight', 1],
    ['End', last],
    ['ArrowRight', last],
  ] as const) {
    await page.keyboard.press(key);
    await expect(points.nth(at)).toBeFocused();
    const name = (await points.nth(at).getAttribute('aria-label')) ?? '';
    expect(name).toMatch(/^\$1,[\d.]+ (on|now)/);
    await expect.poll(() => told(chart)).toEqual([name]);
  }
  // What is pointed at comes before what has the focus.
  await points.nth(1).locator('rect').hover();
  await expect.poll(() => told(chart)).toEqual([await points.nth(1).getAttribute('aria-label')]);
  await page.mouse.move(0, 0);
  await expect.poll(() => told(chart)).toEqual([await points.nth(last).getAttribute('aria-label')]);
  const box = (await points.nth(1).locator('rect').boundingBox())!;
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => told(chart)).toEqual([await points.nth(1).getAttribute('aria-label')]);
  // Where a reader has all colours replaced, its words have the colour of all others.
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const inks = await chart.locator('text').evaluateAll((texts) => texts.map((text) => getComputedStyle(text).fill));
  expect([...new Set(inks)]).toEqual([await page.evaluate(() => getComputedStyle(document.body).color)]);
  const line = await chart.evaluate((drawn) => [...drawn.querySelectorAll('path')].map((path) => getComputedStyle(path).stroke));
  expect(line).toContain(inks[0]);
  // Which part of the history it shows is seen then, too.
  const windows = page.getByRole('region', { name: 'Price history' }).locator('label');
  const outlines = await windows.evaluateAll((labels) => labels.map((label) => getComputedStyle(label).outlineStyle));
  expect(outlines.filter((style) => style === 'solid')).toHaveLength(1);
  await context.close();
});
