import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { axe, isForEverybody, neverScrollsSideways, thinOut } from '../../support/everybody.ts';
import { expectStill } from '../../support/layout-shift.ts';

const part = (page: Page) => page.getByRole('region', { name: 'Based on what you viewed' });
/** Has the page's script take note of it, as any movement does. */
const touch = async (page: Page) => {
  await page.mouse.move(200, 300);
  await page.mouse.move(210, 310);
};

/** What this browser keeps of what was looked at, as counts. */
const kept = (page: Page) =>
  page.evaluate(() => {
    const { categories, searches } = JSON.parse(localStorage.getItem('activity') ?? '{}') as Record<
      string,
      Record<string, { count: number }>
    >;
    const counts = (of: Record<string, { count: number }> = {}) =>
      Object.fromEntries(Object.entries(of).map(([id, { count }]) => [id, count]));
    return { ...counts(categories), ...counts(searches) };
  });

async function look(page: Page, address: string, id: string, count: number): Promise<void> {
  await page.goto(address);
  await touch(page);
  await expect.poll(async () => (await kept(page))[id]).toBe(count);
}

test('“For you” begins with deals of what this browser looked at, says why, and forgets it when asked', async ({ page, siteUrl }) => {
  test.slow();
  await page.goto('/for-you');
  await expect(part(page)).toContainText('Browse a category or search');
  await expect(page.getByRole('button', { name: 'Clear what I viewed' })).toBeHidden();
  // What it can be told about remembering is whole on a narrow phone.
  const size = { width: 390, height: 844 };
  await page.setViewportSize({ width: 360, height: 800 });
  await expect(page.getByRole('button', { name: 'Stop remembering' })).toBeVisible();
  const told = (await page.getByRole('button', { name: 'Stop remembering' }).boundingBox())!;
  expect(told.x + told.width).toBeLessThanOrEqual(344);
  await page.setViewportSize(size);

  await look(page, '/category/monitors', 'monitors', 1);
  await look(page, '/category/monitors', 'monitors', 2);
  await look(page, '/search?q=Desk++lamp', 'desk lamp', 1);

  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/web-api/') && asked.push(request.url().slice(siteUrl.length)));
  await page.goto('/for-you');
  const cards = part(page).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  await expect(cards.first()).toContainText('Because you viewed Monitors');
  await expect(cards.nth(1)).toContainText('Because you searched for “desk lamp”');
  expect(asked.filter((path) => /^\/web-api\/(page|cards)/.test(path))).toHaveLength(3);
  await expect(part(page).getByText('Expired')).toHaveCount(0);
  // The page's own list is below it, and nothing has moved.
  await expect(page.getByRole('heading', { name: /^[\d,]+ deals$/ })).toBeVisible();
  await expectStill(page);
  // Nor on a wide page.
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/for-you');
  await expect(cards).toHaveCount(6);
  await expectStill(page);
  // Where a feed has five columns, two rows of three are filled.
  await page.setViewportSize({ width: 1600, height: 1000 });
  const rows = await cards.evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
  expect([...new Set(rows)].map((top) => rows.filter((other) => other === top).length)).toEqual([3, 3]);
  await page.setViewportSize(size);

  // The cards are those of any list: they open, and votes work on them.
  await cards.first().getByRole('button', { name: 'Vote up' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  const title = cards.first().getByRole('heading').getByRole('link');
  const deal = await title.getAttribute('href');
  await title.click();
  await page.waitForURL(`**${deal}`);
  await page.goBack();
  await expect(cards).toHaveCount(6);

  await thinOut(page);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect((await axe(page).include('main').analyze()).violations).toEqual([]);
  }
  await neverScrollsSideways(page, 'For you');

  const forget = page.getByRole('button', { name: 'Clear what I viewed' });
  await forget.focus();
  await page.keyboard.press('Enter');
  await expect(part(page)).toContainText('Browse a category or search');
  await expect(part(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(cards).toHaveCount(0);
  expect(await kept(page)).toEqual({});

  await page.getByRole('button', { name: 'Stop remembering' }).click();
  await expect(part(page)).toContainText('Remembering is off');
  await page.goto('/category/monitors');
  await touch(page);
  // The script that would remember it also prepares the loading bar.
  await expect.poll(() => page.locator('[data-loading-bar]').evaluate((bar) => bar.getAnimations().length)).toBe(1);
  await page.goto('/for-you');
  await expect(part(page)).toContainText('Remembering is off');
  await isForEverybody(page, 'For you, switched off', '.personal');
  await page.getByRole('button', { name: 'Remember again' }).click();
  await expect(part(page)).toContainText('Browse a category or search');
});

test('where nothing can be had, “For you” says so and keeps its own list', async ({ page }) => {
  await look(page, '/category/monitors', 'monitors', 1);
  await page.route('**/web-api/page/category/**', (route) => route.fulfill({ json: { statusCode: 404 } }));
  await page.goto('/for-you');
  await expect(part(page)).toContainText('There are no live deals like those you viewed.');
  await expect(page.getByRole('heading', { name: /^[\d,]+ deals$/ })).toBeVisible();
  await expectStill(page);
});

test('a category that is gone is forgotten, and not asked for at each visit', async ({ page, expectFaults }) => {
  await look(page, '/category/monitors', 'monitors', 1);
  await page.evaluate(() => {
    const activity = JSON.parse(localStorage.getItem('activity') ?? '') as { categories: Record<string, object> };
    activity.categories['gone'] = { ...activity.categories['monitors'], count: 9 };
    localStorage.setItem('activity', JSON.stringify(activity));
  });
  expectFaults(/Failed to load resource: .*404/);
  await page.goto('/for-you');
  await expect(part(page).getByRole('listitem')).toHaveCount(6);
  expect(await kept(page)).toEqual({ monitors: 1 });
});

test('where the browser lets the site store nothing, “For you” says that it remembers nothing', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    }),
  );
  await page.goto('/for-you');
  const off = part(page).getByText('or does not let this site store anything, it stays off.');
  await expect(off).toBeVisible();
  await expect(page.getByRole('button', { name: 'Stop remembering' })).toBeHidden();
  await page.getByRole('button', { name: 'Remember again' }).click();
  await expect(part(page).getByRole('heading', { level: 2 })).toBeFocused();
  await expect(off).toBeVisible();
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('“For you” is the list that everybody has', async ({ page }) => {
    await page.goto('/for-you');
    await expect(part(page)).toBeHidden();
    await expect(page.getByRole('article').first()).toBeVisible();
  });
});
