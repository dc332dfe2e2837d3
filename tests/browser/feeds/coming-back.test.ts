import type { Page } from '@playwright/test';
import { announcementsOf, expect, test } from '../../support/browser.ts';
import { cards, titles } from '../../support/cards.ts';
import { painted } from '../../support/layout-shift.ts';

/** Has the page's script take note of it, as any movement does. */
const touch = async (page: Page) => {
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
};

/** What members post meanwhile in other tests does not come into it. */
const FEED = '/category/computers?sort=new';

test('a feed says how many deals are new since the last visit, and marks them; on a first visit it says nothing', async ({ page }) => {
  const note = page.getByText(/new since your last visit$/).filter({ visible: true });
  const marked = page.locator('.deal-card--new');
  await page.goto(FEED);
  await touch(page);
  const visits = () =>
    page.evaluate(() => (JSON.parse(localStorage.getItem('activity') ?? '{}') as { visits?: { last: number; before: number } }).visits);
  await expect.poll(visits).toMatchObject({ before: 0 });
  await page.reload();
  await expect(page.locator('.deal-grid').first()).toBeVisible();
  await expect(marked).toHaveCount(0);

  for (const [address, width] of [
    [FEED, 1300],
    [FEED, 360],
    ['/', 1300],
    ['/', 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    // Another test may put a deal on the front page between two loads.
    await expect(async () => {
      await page.goto(address);
      const times = await page
        .getByRole('main')
        .getByRole('article')
        .filter({ hasNot: page.getByText('Expired', { exact: true }) })
        .locator('time')
        .evaluateAll((all) => all.map((time) => Date.parse((time as HTMLTimeElement).dateTime)));
      // The last visit ended just before the third newest deal was posted.
      const last = times.toSorted((a, b) => b - a)[2]! - 1;
      await page.evaluate((at) => localStorage.setItem('activity', JSON.stringify({ visits: { last: at, before: 0 } })), last);
      await page.reload();
      const found = times.filter((time) => time > last).length;
      await expect(note).toHaveText(`${found} new since your last visit`);
      await expect(marked).toHaveCount(found);
    }).toPass();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }

  // With all of a page new, what “Load more” adds is marked, too, and counted.
  await page.setViewportSize({ width: 1300, height: 800 });
  await page.goto(FEED);
  await page.evaluate(() => localStorage.setItem('activity', JSON.stringify({ visits: { last: 1, before: 0 } })));
  await page.reload();
  await expect(note).toHaveText(/^\d+\+ new since your last visit$/);
  const onFirst = await marked.count();
  await expect(note).toHaveText(`${onFirst}+ new since your last visit`);
  await touch(page);
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect.poll(() => marked.count()).toBeGreaterThan(onFirst);
  await expect(note).toHaveCount(1);
  await expect(async () => {
    await expect(note).toHaveText(new RegExp(`^${await marked.count()}\\+? new since your last visit$`), { timeout: 1_000 });
  }).toPass();

  await page.evaluate(() => localStorage.setItem('activity', '"off"'));
  await page.reload();
  await touch(page);
  await expect(marked).toHaveCount(0);
  expect(await page.evaluate(() => localStorage.getItem('activity'))).toBe('"off"');
});

test('“Load more” adds the next page, moves the focus there, and has the address lead to the cards in sight', async ({
  page,
  expectFaults,
}) => {
  await page.goto(FEED);
  const links = cards(page);
  const first = await titles(page);
  const path = () => page.evaluate(() => location.pathname + location.search);
  const more = page.getByRole('link', { name: 'Load more' });
  const announced = await announcementsOf(page);
  await expect(more).toHaveAttribute('href', `${FEED}&page=2`);
  await more.click();
  await expect(links).toHaveCount(first.length * 2);
  await expect(links.nth(first.length)).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: '40 more deals' })).toHaveCount(1);
  expect(await announced()).toEqual(['40 more deals']);
  await expect.poll(path).toBe(`${FEED}&page=2`);
  await expect(page).toHaveTitle(/page 2/);
  await expect(page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]')).toHaveText('2');
  const second = (await titles(page)).slice(first.length);
  expect(new Set([...first, ...second]).size).toBe(80);

  await page.evaluate(() => scrollTo(0, 0));
  await expect.poll(path).toBe(FEED);
  await links.nth(first.length).scrollIntoViewIfNeeded();
  await page.evaluate(() => scrollBy(0, 600));
  await expect.poll(path).toBe(`${FEED}&page=2`);
  await page.reload();
  await expect.poll(() => titles(page)).toEqual(second);
  await expect(links.first()).toBeInViewport();

  // To a deal and back: the browser has the page, or loads the one that the address names.
  await links.nth(3).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(second[3]!);
  await page.goBack();
  await expect.poll(path).toBe(`${FEED}&page=2`);
  await expect(links.nth(3)).toHaveText(second[3]!);

  // The next page does not come: its link leads there.
  expectFaults(/ERR_FAILED/);
  await page.route(`**${FEED}&page=3`, (route) => (route.request().isNavigationRequest() ? route.continue() : route.abort()));
  await more.click();
  await expect(page).toHaveURL(/page=3$/);
  await expect(page).toHaveTitle(/page 3/);
});

test('who opens a card that “Load more” added and goes back finds it where it was', { tag: '@phone' }, async ({ page }) => {
  // The browser that tests run in keeps no page as it was left.
  await page.goto(FEED);
  const onFirst = await cards(page).count();
  const loadThree = async () => {
    await page.goto(FEED);
    for (const pages of [2, 3]) {
      await page.getByRole('link', { name: 'Load more' }).click();
      await expect(cards(page)).toHaveCount(onFirst * pages);
    }
  };
  await loadThree();
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });
  const topOf = (title: string) => link(title).evaluate((each) => each.getBoundingClientRect().top);
  /** Opens what stands at this place of the screen, and goes back. */
  const openAndReturn = async (title: string, block: ScrollLogicalPosition, address: string) => {
    await link(title).evaluate((each, place) => each.scrollIntoView({ block: place }), block);
    await expect(link(title)).toBeInViewport();
    await painted(page);
    const top = await topOf(title);
    await link(title).evaluate((each) => (each as HTMLAnchorElement).click());
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await expect(cards(page)).toHaveCount(onFirst);
    await expect.poll(async () => Math.abs((await topOf(title)) - top)).toBeLessThan(2);
  };
  const all = await titles(page);
  await openAndReturn(all[onFirst * 2 + 20]!, 'center', `${FEED}&page=3`);
  // From then on it is a page like any other.
  await openAndReturn(all[onFirst * 2 + 8]!, 'center', `${FEED}&page=3`);

  // Most of the screen has cards of the third page, and what is opened is the last of the second, above which that page may end.
  await loadThree();
  const last = all[onFirst * 2 - 1]!;
  await link(last).evaluate((each) => each.scrollIntoView({ block: 'start' }));
  await expect(page).toHaveURL(`${FEED}&page=3`);
  await link(last).evaluate((each) => (each as HTMLAnchorElement).click());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(last);
  await page.goBack();
  await expect(page).toHaveURL(`${FEED}&page=2`);
  await expect(link(last)).toBeInViewport();
});

test('order and figures go along to other feeds, by menu, header and breadcrumbs, and Back has them', async ({ page }) => {
  const address = '/category/monitors?sort=price&price_max=200&filters%5Bbrand%5D%5B%5D=lg&hideexpired=1';
  await page.goto(address);
  await page.keyboard.press('Shift');
  const main = page.getByRole('navigation', { name: 'Main' });
  await expect(main.getByRole('link', { name: 'Popular' })).toHaveAttribute('href', '/popular?sort=price&price_max=200&hideexpired=1');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
  await expect(crumbs.last()).toHaveAttribute('href', /^\/category\/[a-z-]+\?sort=price&price_max=200&hideexpired=1$/);
  // It has neither these orders nor prices; what is no feed leads where it did.
  await main.getByRole('button', { name: 'Coupons' }).click();
  await expect(main.getByRole('link', { name: 'Coupons', exact: true })).toHaveAttribute('href', '/browse/coupons');
  await expect(page.getByRole('banner').getByRole('link', { name: /home$/ })).toHaveAttribute('href', '/');
  await page.keyboard.press('Escape');

  await main.getByRole('button', { name: 'Categories' }).click();
  await main.getByRole('link', { name: 'Computers & parts' }).click();
  await expect(page).toHaveURL('/category/computers?sort=price&price_max=200&hideexpired=1');
  await expect(page.getByRole('navigation', { name: 'Sort deals' }).getByRole('link', { name: 'Lowest price' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await page.goBack();
  await expect(page).toHaveURL(address);
});

test('the breadcrumb of the list that one came from leads back to it as it was', async ({ page }) => {
  await page.goto('/category/computers?sort=new&coupon=1');
  await cards(page).first().click();
  // Once it has loaded: a key that is pressed earlier is no interaction with its script yet.
  await page.waitForURL(/\/f\//);
  await page.keyboard.press('Tab');
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link');
  await expect(crumbs.filter({ hasText: 'Computers' })).toHaveAttribute('href', /\?sort=new&coupon=1$/);
  await expect(crumbs.first()).toHaveAttribute('href', '/');
});
