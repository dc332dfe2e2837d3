import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

const visit = async (page: Page, [width, height]: [number, number], path: string) => {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await expect(page.locator('.deal-card').first()).toBeVisible();
};
const boxes = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom, left, height } = each.getBoundingClientRect();
      return { top, bottom, left, height };
    }),
  );
const whole = async (page: Page, height: number) =>
  (await boxes(page, '.deal-card')).filter(({ top, bottom }) => top >= 0 && bottom <= height).length;

test('a shopper sees many whole cards at once, the first of them near the top (look.md, Deal card)', async ({ page }) => {
  await visit(page, [1600, 1000], '/');
  expect(await whole(page, 1000)).toBeGreaterThanOrEqual(8);
  for (const [path, top] of [
    ['/', 200],
    ['/category/monitors', 260],
    ['/search?q=ssd', 260],
  ] as const) {
    await visit(page, [360, 800], path);
    expect(await whole(page, 800), path).toBeGreaterThanOrEqual(4);
    const cards = await boxes(page, '.deal-card');
    expect(cards[0]!.top, path).toBeLessThanOrEqual(top);
    expect(Math.max(...cards.map(({ height }) => height)), path).toBeLessThanOrEqual(132);
  }
});

test('columns follow the width, and no card is alone in the last row of several', async ({ page }) => {
  for (const [width, columns] of [
    [360, 1],
    [768, 2],
    [1110, 3],
    [1300, 4],
    [1540, 5],
  ] as const) {
    await visit(page, [width, 900], '/all');
    const cards = await boxes(page, '.deal-grid:last-of-type > li');
    expect(new Set(cards.map(({ left }) => Math.round(left))).size, `${width} px`).toBe(columns);
    const last = cards.filter(({ top }) => top === cards.at(-1)!.top);
    const lastWidth = await page
      .locator('.deal-grid > li')
      .last()
      .evaluate((each) => each.clientWidth / each.parentElement!.clientWidth);
    expect(last.length > 1 || lastWidth === 1, `${width} px`).toBe(true);
  }
});

test('what was reduced stands in one line with the price at every width', async ({ page }) => {
  for (const width of [320, 360, 768, 1110, 1300, 1600]) {
    await visit(page, [width, 900], '/browse/big-drops');
    const lines = await page.locator('.deal-card .price:has(.price__badge)').evaluateAll((all) =>
      all.map((price) => {
        const [now, badge] = ['.price__now', '.price__badge'].map((part) => price.querySelector(part)!.getBoundingClientRect());
        return badge!.top < now!.bottom && badge!.bottom > now!.top && badge!.height < 30;
      }),
    );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines, `${width} px`).not.toContain(false);
  }
});

test('the hottest deals open the front page, and are not repeated below', async ({ page }) => {
  await page.goto('/');
  const links = await page.locator('.deal-card h3 a').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links.length).toBeGreaterThan(30);
  expect(new Set(links).size).toBe(links.length);
});

test('on a phone the header is one row, leaves on the way down and is back on the way up', async ({ page }) => {
  await visit(page, [360, 800], '/all');
  const row = page.locator('.header__row');
  const controls = await row.locator(':is(button, a, input):visible').evaluateAll((all) =>
    all.map((each) => {
      const { top, height } = each.getBoundingClientRect();
      return Math.round(top + height / 2);
    }),
  );
  expect(controls.length).toBeGreaterThan(3);
  expect(Math.max(...controls) - Math.min(...controls)).toBeLessThan(4);
  await page.mouse.move(100, 400);
  await page.mouse.move(110, 410);
  await page.mouse.wheel(0, 300);
  // The first movement loads the script that watches; what scrolls later is seen.
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(row).not.toBeInViewport({ timeout: 500 });
  }).toPass();
  await page.mouse.wheel(0, -200);
  await expect(row).toBeInViewport();
  await page.mouse.wheel(0, 200);
  await expect(row).not.toBeInViewport();
  await page.keyboard.press('Shift+Tab');
  await page.locator('.header__logo').focus();
  await expect(row).toBeInViewport();
});

test('the menu is grouped, and has what the header of a phone has no room for', async ({ page }) => {
  await visit(page, [360, 800], '/');
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('list', { name: 'Deals' }).getByRole('link', { name: 'Popular' })).toBeVisible();
  await expect(menu.getByRole('list', { name: 'Collections' }).getByRole('link', { name: 'Big drops' })).toBeVisible();
  await expect(menu.getByRole('list', { name: 'You' }).getByRole('link', { name: 'Saved deals' })).toBeVisible();
  const theme = menu.getByRole('button', { name: 'Midnight theme' });
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  await menu.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
