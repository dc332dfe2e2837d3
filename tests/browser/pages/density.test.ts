import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { feed } from '../../support/pages.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });

const visit = async (page: Page, [width, height]: [number, number], path: string) => {
  await page.setViewportSize({ width, height });
  await page.goto(path);
  await expect(cards(page).first()).toBeVisible();
};
const boxes = (of: Locator) =>
  of.evaluateAll((all) =>
    all.map((each) => {
      const { top, bottom, left, width, height } = each.getBoundingClientRect();
      return { top, bottom, left, width, height };
    }),
  );
const whole = async (page: Page, height: number) =>
  (await boxes(cards(page))).filter(({ top, bottom }) => top >= 0 && bottom <= height).length;

test('a shopper sees many whole cards at once, the first of them near the top (look.md, Deal card), and all of what a search was read as', async ({
  page,
}) => {
  for (const path of [
    '/',
    '/popular',
    '/category/monitors',
    '/category/computers',
    '/browse/big-drops',
    '/search?q=ssd',
    '/search?q=moniter',
  ]) {
    await visit(page, [1600, 1000], path);
    await page.evaluate(() => document.fonts.ready);
    expect(await whole(page, 1000), path).toBeGreaterThanOrEqual(8);
  }
  // A phone shows all of what the last of these was read as.
  await page.setViewportSize({ width: 360, height: 800 });
  const sentence = page.getByText('Showing “monitor”. Search for “moniter” instead.');
  await expect(sentence).toBeVisible();
  expect(await sentence.evaluate((element) => element.scrollWidth <= element.clientWidth), 'the sentence is whole').toBe(true);
  // Laptops show a whole row, below the row of categories, too.
  for (const [width, height] of [
    [1280, 720],
    [1366, 768],
  ] as const) {
    await visit(page, [width, height], '/popular');
    expect(await whole(page, height), `${width} px`).toBeGreaterThanOrEqual(3);
  }
  for (const [path, top, least] of [
    ['/', 200, 4],
    ['/category/monitors', 260, 4],
    // With a row of categories above the deals.
    ['/category/computers', 260, 4],
    ['/popular', 260, 4],
    ['/search?q=ssd', 260, 4],
  ] as const) {
    await visit(page, [360, 800], path);
    expect(await whole(page, 800), path).toBeGreaterThanOrEqual(least);
    const all = await boxes(cards(page));
    expect(all[0]!.top, path).toBeLessThanOrEqual(top);
    expect(Math.max(...all.map(({ height }) => height)), path).toBeLessThanOrEqual(132);
  }
});

test('what stands at the foot of an offer’s card stands at one height', async ({ page }) => {
  await visit(page, [1110, 800], '/store/silverfinch');
  const cashback = cards(page).getByText('Cashback', { exact: true });
  await expect(cashback.first()).toBeVisible();
  const chips = cashback.or(cards(page).getByRole('button', { name: 'Copy FINCH20' })).filter({ visible: true });
  const below = await chips.evaluateAll((all) =>
    all.map((chip) => Math.round(chip.closest('article')!.getBoundingClientRect().bottom - chip.getBoundingClientRect().bottom)),
  );
  expect(below.length).toBeGreaterThan(1);
  expect(new Set(below).size).toBe(1);
});

test('a code of twelve characters is read whole on a card, and what shipping costs beside it whole or not at all', async ({ page }) => {
  await visit(page, [360, 800], '/search?coupon=1');
  const codes = page.locator('[data-copy-text]');
  const shipping = cards(page)
    .filter({ has: codes })
    .getByText(/free shipping|^\+ \$/);
  expect(await shipping.count()).toBeGreaterThan(0);
  for (const width of [360, 768, 1110, 1300, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await codes.evaluateAll((all) =>
      all.filter((code) => code.textContent.length <= 12 && code.scrollWidth > code.clientWidth).map((code) => code.textContent),
    );
    expect(cut, `${width} px`).toEqual([]);
    const begun = await shipping.evaluateAll((all) =>
      all.filter((costs) => {
        const words = document.createRange();
        words.selectNode(costs.firstChild!);
        const [text, room] = [words.getBoundingClientRect(), costs.getBoundingClientRect()];
        return text.right > room.right + 1 && text.top < room.bottom - 1;
      }),
    );
    expect(begun.length, `${width} px`).toBe(0);
  }
});

test('on a phone the card of an expired deal says that it had a coupon, whole, beside a name of the store that can be read', async ({
  page,
  siteUrl,
}) => {
  // Expired deals come last.
  const { pages } = await feed(siteUrl, '/all?coupon=1');
  await visit(page, [360, 800], `/all?coupon=1&page=${pages}`);
  const coupons = cards(page).getByText('Coupon', { exact: true });
  await expect(coupons.first()).toBeVisible();
  for (const width of [320, 360, 414, 768]) {
    await page.setViewportSize({ width, height: 800 });
    const rooms = await coupons.evaluateAll((all) =>
      all.map((coupon) => {
        const card = coupon.closest('article')!.getBoundingClientRect();
        // What stands before it is the state, the store's mark and its name.
        const name = [...coupon.closest('p')!.children].find((part) => part.tagName === 'SPAN' && part.textContent !== '')!;
        return { right: card.right - coupon.getBoundingClientRect().right, name: name.getBoundingClientRect().width };
      }),
    );
    expect(Math.min(...rooms.map(({ right }) => right)), `${width} px`).toBeGreaterThanOrEqual(0);
    expect(Math.min(...rooms.map(({ name }) => name)), `${width} px`).toBeGreaterThanOrEqual(30);
  }
});

/** Names of posters that stand on no card of theirs, or not whole. */
const postersOutside = (page: Page) =>
  cards(page)
    .getByRole('link', { name: /^by / })
    .evaluateAll((links) =>
      links.flatMap((link) => {
        const [poster, line] = [link, link.parentElement!].map((each) => each.getBoundingClientRect());
        return poster!.height > 0 && poster!.bottom <= line!.bottom + 1 ? [] : [link.textContent];
      }),
    );

/** Numbers of comments that are cut off. */
const cutNumbers = (numbers: Locator) =>
  numbers.evaluateAll((links) =>
    links.flatMap((link) => {
      const number = document.createRange();
      number.selectNode([...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())!);
      const [text, room] = [number.getBoundingClientRect(), link.getBoundingClientRect()];
      return text.right > room.right + 0.5 ? [`${number.toString().trim()}: ${text.right} in ${room.right}`] : [];
    }),
  );

test('columns follow the width, no card is alone in the last row of several, and who posted a deal is on cards of every width but the rows of phones', async ({
  page,
}) => {
  await visit(page, [360, 900], '/all');
  await page.evaluate(() => document.fonts.ready);
  const posters = cards(page).getByRole('link', { name: /^by / });
  await expect(posters, 'posters on phones').toHaveCount(0);
  for (const [width, columns] of [
    [360, 1],
    [640, undefined],
    [768, 2],
    [1110, 3],
    [1300, 4],
    [1540, 5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (width > 360) {
      expect(await posters.count(), `posters at ${width} px`).toBeGreaterThan(10);
      expect(await postersOutside(page), `posters at ${width} px`).toEqual([]);
    }
    if (!columns) continue;
    const all = await boxes(cards(page));
    expect(new Set(all.map(({ left }) => Math.round(left))).size, `columns at ${width} px`).toBe(columns);
    const last = all.at(-1)!;
    const isWide = columns === 1 || last.width > all[0]!.width;
    expect(all.filter(({ top }) => top === last.top).length > 1 || isWide, `the last row at ${width} px`).toBe(true);
  }
});

test('on a search, columns stand beside its filters, who posted a deal is on its card, and the number of comments is whole at every width', async ({
  page,
}) => {
  await visit(page, [360, 900], '/search?q=monitor');
  await page.evaluate(() => document.fonts.ready);
  const posters = cards(page).getByRole('link', { name: /^by / });
  const numbers = cards(page).getByRole('link', { name: /^[\d,]+ comments? on / });
  expect(await numbers.count(), 'numbers of comments').toBeGreaterThan(20);
  for (const [width, columns] of [
    [360, undefined],
    [768, undefined],
    [1024, undefined],
    [1110, undefined],
    [1300, 4],
    [1540, 5],
    [1600, undefined],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    expect(await cutNumbers(numbers), `numbers of comments at ${width} px`).toEqual([]);
    if (width >= 1024) {
      expect(await posters.count(), `posters at ${width} px`).toBeGreaterThan(10);
      expect(await postersOutside(page), `posters at ${width} px`).toEqual([]);
    }
    if (!columns) continue;
    const all = await boxes(cards(page));
    expect(new Set(all.map(({ left }) => Math.round(left))).size, `columns at ${width} px`).toBe(columns);
    expect(Math.min(...all.map((card) => card.width)), `cards at ${width} px`).toBeGreaterThanOrEqual(200);
  }
});

test('categories are one row at every width, which is whole where there is room, and keeps its distance from the deals below', async ({
  page,
}) => {
  await visit(page, [360, 900], '/');
  await page.evaluate(() => document.fonts.ready);
  for (const width of [360, 768, 1110, 1300, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const list = page.getByRole('main').getByRole('navigation', { name: 'Categories' }).getByRole('list');
    const links = await boxes(list.getByRole('link'));
    expect(links.length).toBeGreaterThan(10);
    expect(new Set(links.map(({ top }) => top)).size, `${width} px`).toBe(1);
    const [heading] = await boxes(page.getByRole('heading', { name: /^Hottest right now/ }));
    expect(heading!.top - links[0]!.bottom, `to the deals at ${width} px`).toBeGreaterThanOrEqual(8);
    const isWhole = await list.evaluate((row) => row.scrollWidth <= row.clientWidth);
    if (width >= 1300) expect(isWhole, `${width} px`).toBe(true);
    // What the row has no room for is reached by keyboard.
    await list.getByRole('link').last().focus();
    await expect(list.getByRole('link').last()).toBeInViewport({ ratio: 1 });
  }
});

test('what was reduced stands in one line with the price at every width', async ({ page }) => {
  await visit(page, [320, 900], '/browse/big-drops');
  for (const width of [320, 360, 768, 1110, 1300, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const lines = await cards(page)
      .getByText(/−\d+%$/)
      .evaluateAll((badges) =>
        badges.map((badge) => {
          const [line, part] = [badge.closest('p')!, badge].map((each) => each.getBoundingClientRect());
          return line!.height < 40 && part!.height < 30 && part!.top >= line!.top && part!.bottom <= line!.bottom + 1;
        }),
      );
    expect(lines.length).toBeGreaterThan(0);
    expect(lines, `${width} px`).not.toContain(false);
  }
});

test('on a phone the header is one row, leaves on the way down and is back on the way up', async ({ page }) => {
  await visit(page, [360, 800], '/all');
  const header = page.getByRole('banner');
  const controls = [
    menuButton(page),
    header.getByRole('link', { name: /home$/ }),
    page.getByRole('searchbox', { name: 'Search' }).or(page.getByRole('combobox', { name: 'Search' })),
    header.getByRole('link', { name: 'Log In' }),
  ];
  const middles = await Promise.all(
    controls.map(async (control) => {
      const { y, height } = (await control.boundingBox())!;
      return y + height / 2;
    }),
  );
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(4);

  // The first movement loads the script that watches; what is scrolled from then on is seen.
  await page.mouse.move(100, 400);
  await page.mouse.move(110, 410);
  await expect(async () => {
    await page.mouse.wheel(0, 200);
    await expect(menuButton(page)).not.toBeInViewport({ timeout: 500 });
  }).toPass();
  await page.mouse.wheel(0, -200);
  await expect(menuButton(page)).toBeInViewport();
  await page.mouse.wheel(0, 200);
  await expect(menuButton(page)).not.toBeInViewport();
  // Whoever goes there by keyboard sees it.
  await menuButton(page).focus();
  await expect(menuButton(page)).toBeInViewport();
});

test('the menu is grouped, and has what the header of a phone has no room for', async ({ page }) => {
  await visit(page, [360, 800], '/');
  await menuButton(page).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('list', { name: 'Deals' }).getByRole('link', { name: 'Popular' })).toBeVisible();
  const categories = menu.getByRole('list', { name: 'Categories' });
  await expect(categories).toBeHidden();
  await menu.getByText('Categories').click();
  await expect(categories.getByRole('link', { name: 'Home & furniture' })).toBeVisible();
  await menu.getByText('Categories').click();
  await expect(menu.getByRole('list', { name: 'Coupons and cashback' }).getByRole('link').first()).toBeVisible();
  await expect(menu.getByRole('list', { name: 'Collections' }).getByRole('link', { name: 'Big drops' })).toBeVisible();
  await expect(menu.getByRole('list', { name: 'You' }).getByRole('link', { name: 'Saved deals' })).toBeVisible();
  const theme = menu.getByRole('button', { name: 'Midnight theme' });
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'midnight');
  await menu.getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
