import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { feed } from '../../support/pages.ts';
import { axe, neverScrollsSideways, thinOut } from '../../support/everybody.ts';

const KINDS = [
  ...['home', 'category', 'deal', 'an expired deal', 'offer', 'search', 'about', 'credits', 'log in', 'sign up', 'reset password'],
  ...['member', 'moderation log', 'not found', 'brands'],
];
/** They are made like others of these, so they are looked at once. */
const ALIKE = ['feed', 'a later page', 'store', 'a deal with a code', 'a search without results', 'coupons', 'coupons found', 'categories'];
/** They are made of the same parts as a later page: only their widths are looked at. */
const THE_SAME = ['a deep page', 'another order'];

/** Pages that say what they are narrowed to and what else they could be, and lists of offers. */
const NARROWED = [
  '/category/computers?price_max=200&hideexpired=1&coupon=1',
  '/category/computers?filters=1',
  '/search?q=coupon&offers=1&hideexpired=1',
  '/browse/cashback',
];

/** Each kind of page is looked at in both themes and at both widths, and their pairs change from kind to kind. */
const VIEWS = [
  [360, 'light'],
  [1600, 'dark'],
] as const;
const OTHER_VIEWS = [
  [360, 'dark'],
  [1600, 'light'],
] as const;

// Colours that are still changing would be read as they are at that moment.
test('every kind of page is looked at', ({ kinds }) => {
  expect([...KINDS, ...ALIKE, ...THE_SAME].toSorted()).toEqual(Object.keys(kinds).toSorted());
});

type Views = readonly (readonly [width: number, theme: 'light' | 'dark'])[];

async function isForEverybody(page: Page, what: string, views: Views): Promise<void> {
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await neverScrollsSideways(page, what);
  await thinOut(page);
  for (const [width, colorScheme] of views) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const { violations } = await axe(page).analyze();
    const told = violations.flatMap(({ id, nodes }) =>
      nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    );
    expect(told, `${what}, ${colorScheme}, ${width} px`).toEqual([]);
  }
}

for (const [index, kind] of [...KINDS, ...ALIKE].entries()) {
  const views = (index % 2 === 0 ? VIEWS : OTHER_VIEWS).slice(0, ALIKE.includes(kind) ? 1 : 2);
  const seen = views.map(([width, theme]) => `${theme} at ${width} px`).join(' and ');
  test(`${kind} never scrolls sideways and can be used by everybody, ${seen}`, async ({ page, kinds }) => {
    await page.goto(kinds[kind]!);
    await isForEverybody(page, kind, views);
  });
}

test('pages that are narrowed, and lists of offers, never scroll sideways and can be used by everybody', async ({ page }) => {
  for (const [index, address] of NARROWED.entries()) {
    await page.goto(address);
    await isForEverybody(page, address, [[...VIEWS, ...OTHER_VIEWS][index % 4]!]);
  }
});

test('buttons of cards name their deal, those that are loaded as well, and go on to once they are used', async ({ page }) => {
  await page.goto('/popular');
  const cards = page.getByRole('main').getByRole('article');
  const number = await cards.count();
  const areNamed = async () => {
    for (const card of [cards.first(), cards.last()]) {
      const title = await card.getByRole('heading').innerText();
      for (const name of [`Vote up: ${title}`, `Vote down: ${title}`, `Save: ${title}`, `Hide ${title}`])
        await expect(card.getByRole('button', { name, exact: true })).toHaveCount(1);
    }
  };
  await areNamed();
  await page.getByRole('link', { name: 'Load more' }).click();
  await expect.poll(() => cards.count(), { timeout: 20_000 }).toBeGreaterThan(number);
  await areNamed();
  await cards
    .first()
    .getByRole('button', { name: /^Vote up/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await areNamed();
});

test('the open menu of a phone and that of a comment can be used by everybody', async ({ page, siteUrl }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const { items } = await feed(siteUrl, '/popular');
  const talked = items.find((item) => 'commentCount' in item && item.commentCount > 1);
  await page.goto(`${talked!.path}?comments=top`);
  const violationsIn = async (part: string) =>
    (await axe(page).include(part).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
  await page
    .getByText(/^More about/)
    .first()
    .locator('..')
    .click();
  await expect(page.getByRole('button', { name: 'Quote' }).locator('visible=true')).toHaveCount(1);
  expect(await violationsIn('#comments')).toEqual([]);
  const report = page.getByRole('button', { name: 'Report this comment' }).locator('visible=true');
  await report.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Report this comment' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(report).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(report).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(report).toHaveCount(1);
  await page.keyboard.press('Shift+Tab');
  await expect(report).toHaveCount(0);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  expect(await violationsIn('#menu')).toEqual([]);
});

test(`${THE_SAME.join(' and ')} never scroll sideways`, async ({ page, kinds }) => {
  for (const kind of THE_SAME) {
    await page.goto(kinds[kind]!);
    await neverScrollsSideways(page, kind);
  }
});
