import type { Locator, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { expect, test } from '../../support/browser.ts';
import { feed } from '../../support/pages.ts';
import { newDeal } from '../../support/running-site.ts';
import { sharedSite } from '../../support/shared-site.ts';

/** Opens the page of a deal that has a coupon code. */
const openDeal = async (page: Page, siteUrl: string, [width, height]: [number, number]) => {
  const [first] = (await feed(siteUrl, '/search?coupon=1')).items;
  await page.setViewportSize({ width, height });
  await page.goto(first!.path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
/** The ways to the store: the button of the page, which copies the code as well, and that of the phone's bar. */
const ways = (page: Page) => page.getByRole('link', { name: /^(?:Copy and open store|Get deal)/ });
const boxOf = async (of: Locator) => (await of.boundingBox())!;

test('on a phone price, code and the way to the store come first, notes about the price after them, and a bar has price and code while the button above is out of sight', async ({
  page,
  siteUrl,
}) => {
  await openDeal(page, siteUrl, [360, 800]);
  const above = page.getByRole('button', { name: /^Copy code/ }).first();
  const notes = [page.getByText(/^Price checked /), page.getByText(/^Lowest of the 30 days before/), page.locator('.price-summary')];
  const shown = [];
  for (const note of notes) if ((await note.count()) > 0) shown.push((await boxOf(note)).y);
  expect(shown.length).toBeGreaterThan(0);
  const [price, copy, way] = [
    await boxOf(
      page
        .getByRole('article')
        .first()
        .getByText(/^\$[\d,]+/)
        .first(),
    ),
    await boxOf(above),
    await boxOf(ways(page).first()),
  ];
  expect([price.y, copy.y, way.y]).toEqual([price.y, copy.y, way.y].toSorted((a, b) => a - b));
  expect(way.y + way.height).toBeLessThanOrEqual(800);
  expect(Math.min(...shown)).toBeGreaterThan(way.y + way.height);

  // The bar.
  await page.setViewportSize({ width: 360, height: 640 });
  await ways(page).first().scrollIntoViewIfNeeded();
  await expect(ways(page)).toHaveCount(1);
  await page.getByRole('heading', { name: 'Add a comment' }).or(page.getByText('Add a comment')).first().scrollIntoViewIfNeeded();
  await expect(ways(page).last()).toBeInViewport();
  const code = page.getByRole('button', { name: /^Copy code/ }).last();
  await expect(code).toBeInViewport();
  expect(await code.locator('[data-copy-text]').evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0);
  await ways(page).first().scrollIntoViewIfNeeded();
  await expect(ways(page)).toHaveCount(1);
});

test('the bar goes as well where the browser knows no timelines of what is in view', async ({ page, siteUrl }) => {
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  await openDeal(page, siteUrl, [360, 640]);
  // The first touch loads the script that watches.
  await page.keyboard.press('Tab');
  const bar = page.locator('.deal-bar');
  await ways(page).first().scrollIntoViewIfNeeded();
  await expect(bar).toHaveAttribute('data-away');
  await expect(ways(page)).toHaveCount(1);
  await page.getByText('Add a comment').first().scrollIntoViewIfNeeded();
  await expect(bar).not.toHaveAttribute('data-away');
  await expect(ways(page).last()).toBeInViewport();
});

test('what is focused is never below the bar, which is small on a phone on its side', async ({ page, siteUrl }) => {
  // It goes through a whole page, stop by stop.
  test.slow();
  await openDeal(page, siteUrl, [740, 360]);
  const bar = page.getByRole('link', { name: /^Get deal/, includeHidden: true }).last();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight / 2));
  await expect(bar).toBeInViewport();
  expect((await boxOf(bar)).height).toBeLessThanOrEqual(48);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const look = () =>
    page.evaluate(() => {
      const [focused, ofPhone] = [document.activeElement!, document.querySelector('.deal-bar')!];
      const [here, there] = [focused.getBoundingClientRect(), ofPhone.getBoundingClientRect()];
      const isBeside = ofPhone.contains(focused) || !ofPhone.checkVisibility({ visibilityProperty: true });
      const isCovered = !isBeside && here.bottom > there.top + 1 && here.top < there.bottom - 1;
      return { covered: isCovered ? focused.outerHTML.slice(0, 200) : null, isInFoot: focused.closest('footer') !== null, isBeside };
    });
  let stops = 0;
  for (let isInFoot = false; !isInFoot;) {
    await page.keyboard.press('Tab');
    let seen = await look();
    // Whether the bar shows follows what is in view with the next picture.
    if (seen.covered) await expect.poll(async () => (seen = await look()).covered).toBeNull();
    isInFoot = seen.isInFoot;
    if (!seen.isBeside) stops++;
  }
  expect(stops).toBeGreaterThan(10);
});

test('paper has the deal, its code, its address and what is said about it, in the colours of day, nothing that is used, and no card that is cut', async ({
  page,
  siteUrl,
}) => {
  await page.context().addCookies([{ name: 'style-id', value: '17', url: siteUrl }]);
  await openDeal(page, siteUrl, [720, 1000]);
  const colours = () => page.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
  const dark = await colours();
  await page.emulateMedia({ media: 'print' });
  const [ground, ink] = await colours();
  expect(dark).not.toContain(ground);
  expect(dark).not.toContain(ink);
  const main = page.getByRole('main');
  const { pathname } = new URL(page.url());
  await expect(main.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(main.locator('.price__now').first()).toBeVisible();
  await expect(main.locator('.coupon__code').first()).toBeVisible();
  await expect(main.getByRole('heading', { name: /^\d+ comments?$/ })).toBeVisible();
  const address = main.locator('[data-share]');
  await expect(address).toBeVisible();
  expect(await address.evaluate((element) => getComputedStyle(element, '::after').content)).toContain(pathname);
  for (const used of ['banner', 'contentinfo', 'navigation', 'textbox', 'searchbox', 'combobox'] as const)
    await expect(page.getByRole(used).filter({ visible: true })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Vote / })).toHaveCount(0);
  await expect(ways(page)).toHaveCount(0);
  await expect(main.getByText('in a new tab').filter({ visible: true })).toHaveCount(0);
  await page.goto('/browse/coupons');
  await expect(main.getByRole('article').first()).toHaveCSS('break-inside', 'avoid');
});

test('a title from right to left is read in its order, also as a link, and a name in one long word makes no page wider than its screen', async ({
  page,
}) => {
  const { path, dealTitle } = await newDeal(await sharedSite(), { title: `عرض ${randomUUID().slice(0, 8)} خصم 20%!` });
  /** How far the first letter is to the right of the last. */
  const turned = (text: Locator) =>
    text.evaluate((element) => {
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const [first, last] = [new Range(), new Range()];
      first.setStart(texts.nextNode()!, 0);
      first.setEnd(texts.currentNode, 1);
      while (texts.nextNode());
      const { length } = texts.currentNode.textContent!;
      last.setStart(texts.currentNode, length - 1);
      last.setEnd(texts.currentNode, length);
      return first.getBoundingClientRect().left - last.getBoundingClientRect().left;
    });
  await page.goto(path);
  expect(await turned(page.getByRole('heading', { level: 1 }))).toBeGreaterThan(0);
  await page.locator('.deal__host').evaluate((host) => (host.textContent = 'w'.repeat(60)));
  for (const width of [320, 1110]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
  await page.goto(`/search?q=${encodeURIComponent(dealTitle)}`);
  expect(await turned(page.getByRole('main').getByRole('link', { name: dealTitle, exact: true }))).toBeGreaterThan(0);
});

test('from 1110 px the price and the way to the store stay beside what is read', async ({ page, siteUrl }) => {
  await openDeal(page, siteUrl, [1110, 900]);
  for (const width of [1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    const [title, way, about, comments] = [
      page.getByRole('heading', { level: 1 }),
      ways(page).first(),
      page.getByRole('heading', { name: 'About this deal' }),
      page.getByRole('heading', { name: /^\d+ comments?$/ }),
    ];
    const [head, box] = [await boxOf(title), await boxOf(way)];
    expect(box.x).toBeGreaterThan(head.x + head.width);
    expect((await boxOf(about)).x).toBe(head.x);
    await comments.evaluate((element) => element.scrollIntoView());
    await expect(way).toBeInViewport();
    // One left edge: the picture, the history and the comments.
    const edges = [comments, page.getByRole('heading', { name: /^More in / }), page.getByRole('navigation', { name: 'Breadcrumbs' })];
    expect(new Set(await Promise.all(edges.map(async (each) => Math.round((await boxOf(each)).x)))).size).toBe(1);
  }
  // Screen readers do not read out what separates them.
  expect(await page.getByRole('navigation', { name: 'Breadcrumbs' }).ariaSnapshot()).not.toContain('›');
  // On a screen that is lower than what stays there the end of it is in sight when it has the focus, however long the thread is.
  await page.setViewportSize({ width: 1110, height: 640 });
  await page.getByRole('heading', { name: /^\d+ comments?$/ }).evaluate((heading) => (heading.style.marginTop = '400vh'));
  await page.evaluate(() => scrollTo(0, 300));
  const poster = page.getByText(/^Posted /).getByRole('link');
  await poster.focus();
  await expect(poster).toBeInViewport({ ratio: 1 });
});

test('related deals are all shown and none is alone in a row, coupons of the store stand beside the picture, each with a button that copies it, and the price history is summed up beside the price', async ({
  page,
  siteUrl,
}) => {
  await openDeal(page, siteUrl, [768, 900]);
  for (const [width, columns] of [
    [768, 2],
    [1110, 3],
    [1300, 3],
    [1600, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const related = page.getByRole('region', { name: /^More in / }).getByRole('article');
    await expect(related).toHaveCount(6);
    const tops = (await Promise.all((await related.all()).map(boxOf))).map(({ y }) => Math.round(y));
    expect(
      [...Map.groupBy(tops, (top) => top).values()].map((row) => row.length),
      `${width} px`,
    ).toEqual(Array.from({ length: 6 / columns }, () => columns));
  }

  for (const width of [360, 768, 1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => scrollTo(0, 0));
    const section = page.getByRole('region', { name: /^More coupons at / });
    const copies = section.getByRole('button', { name: /^Copy / });
    expect(await copies.count()).toBeGreaterThan(0);
    const [place, picture] = [await boxOf(section), await boxOf(page.locator('.deal__tile'))];
    for (const copy of await copies.all()) {
      const box = await boxOf(copy);
      expect(box.x + box.width, `at ${width}`).toBeLessThanOrEqual(place.x + place.width + 1);
    }
    if (width >= 1110) expect(place.x).toBeGreaterThan(picture.x + picture.width);
    const summary = page.getByRole('link', { name: /^Lowest (in 90 days|seen) \$[\d,.]+ · average \$[\d,.]+$/ });
    const chart = page.getByRole('heading', { name: 'Price history' });
    if ((await chart.count()) === 0) continue;
    await summary.click();
    await expect(chart).toBeInViewport();
    const facts = (await page.locator('.price-history__facts').allInnerTexts()).map((text) => text.toLowerCase().replace(/ on [\d/]+/, ''));
    const [lowest, average] = (await summary.innerText()).toLowerCase().replace(/\s+/g, ' ').split(' · ');
    expect(facts.some((text) => text.includes(lowest!) && text.includes(average!))).toBe(true);
  }
});

test('an end within a day is told in hours where there is script, and as a moment where there is none', async ({
  page,
  browser,
  siteUrl,
}) => {
  const expiresAt = new Date(Date.now() + 211 * 60_000).toISOString();
  const { path } = await newDeal(await sharedSite(), { expiresAt });
  await page.clock.install();
  await page.goto(path);
  const ends = page.getByText(/^Ends /);
  await expect(ends).toHaveText(/^Ends \d\d\/\d\d\/\d\d at \d\d:\d\d UTC$/);
  await page.keyboard.press('Tab');
  await expect(ends).toHaveText('Ends in 3 h');
  // The page stays open.
  await page.clock.fastForward('03:05:00');
  await expect(ends).toHaveText(/^Ends in 2[45] min$/);
  const plain = await browser.newPage({ baseURL: siteUrl, javaScriptEnabled: false });
  await plain.goto(path);
  await expect(plain.getByText(/^Ends /)).toHaveText(/^Ends \d\d\/\d\d\/\d\d at \d\d:\d\d UTC$/);
  await plain.close();
});

test('the page of a coupon has the columns of a deal’s, the store with its mark and host, and the code', async ({ page, kinds }) => {
  await page.goto(kinds['offer']!);
  for (const width of [360, 1110, 1600]) {
    await page.setViewportSize({ width, height: 900 });
    const [title, way, picture] = [page.getByRole('heading', { level: 1 }), ways(page).first(), page.locator('.deal__tile')];
    await expect(page.getByRole('article').first().locator('[data-letter]')).toBeVisible();
    await expect(page.locator('.deal__host')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Copy code/ })).toBeVisible();
    const [head, box, tile] = [await boxOf(title), await boxOf(way), await boxOf(picture)];
    if (width >= 1110) expect([tile.x + tile.width < head.x, head.x + head.width < box.x]).toEqual([true, true]);
    const more = page.getByRole('heading', { name: /^More from / });
    expect((await boxOf(more)).x).toBe(tile.x);
  }
});
