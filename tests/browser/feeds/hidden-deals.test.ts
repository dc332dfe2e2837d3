import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { cards, titles } from '../../support/cards.ts';
import { axe, neverScrollsSideways, thinOut } from '../../support/everybody.ts';
import { expectStill, painted } from '../../support/layout-shift.ts';

/** axe finds nothing in a theme, and the page is as wide as its screen, also with text twice as large. */
async function canBeUsedByEverybody(page: Page, what: string, colorScheme: 'light' | 'dark'): Promise<void> {
  const size = page.viewportSize()!;
  await neverScrollsSideways(page, what);
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await neverScrollsSideways(page, `${what}, with large text`);
  await client.send('Page.setFontSizes', { fontSizes: { standard: 16 } });
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  await thinOut(page);
  const { violations } = await axe(page).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`),
    `${what}, ${colorScheme}`,
  ).toEqual([]);
}

test(
  'a deal that one hides is gone from lists and searches, says so, and comes back by Undo or from the page of hidden deals',
  {
    tag: '@phone',
  },
  async ({ page }) => {
    test.slow();
    await page.goto('/popular');
    const [first, second] = (await titles(page)) as [string, string];
    const shown = await cards(page).count();
    const hide = (title: string) => page.getByRole('button', { name: `Hide ${title}`, exact: true });

    // By keyboard: focus shows the button, and stays where one was.
    await hide(first).focus();
    await page.keyboard.press('Enter');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await expect(undo).toHaveAccessibleName(`Undo: Hide ${first}`);
    await expect(page.getByRole('status').filter({ hasText: 'Hidden.' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(hide(first)).toBeFocused();
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();

    await hide(second).click();
    await expect(undo).toBeFocused();
    await page.reload();
    await expect(page.getByText('You hid 1 deal in this list.')).toBeVisible();
    await canBeUsedByEverybody(page, 'a list with hidden deals', 'light');
    await page.reload();
    await expect(page.getByText('You hid 1 deal in this list.')).toBeVisible();
    await expect(cards(page)).toHaveCount(shown - 1);
    expect(await titles(page)).not.toContain(second);

    // On a slow line it is not shown for a moment either.
    const later = Promise.withResolvers<undefined>();
    await page.route(/returning-script/, async (route) => {
      await later.promise;
      await route.continue();
    });
    await page.reload();
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: second, exact: true })).toBeHidden();
    await expect(page.getByText('You hid 1 deal in this list.')).toBeHidden();
    later.resolve(undefined);
    await expect(page.getByText('You hid 1 deal in this list.')).toBeVisible();
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(`/search?q=${encodeURIComponent(second)}`);
    await expect(page.getByText('You hid 1 deal in this list.')).toBeVisible();

    await page.getByRole('link', { name: 'See hidden deals' }).click();
    await expect(page.getByRole('link', { name: second })).toBeVisible();
    await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: second })).toHaveText(/^.+\$[\d,.]+ at \S.*Show again$/);
    await canBeUsedByEverybody(page, 'hidden deals', 'dark');
    await page.getByRole('button', { name: `Show again: ${second}` }).click();
    await expect(page.getByText('You have not hidden any deals.')).toBeVisible();

    await page.goto('/popular');
    await page.getByRole('link', { name: second, exact: true }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Hidden. Undo' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Hidden' })).toHaveText('Hidden');
    await page.reload();
    await page.getByRole('button', { name: 'Hidden. Undo' }).click();
    await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
    expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('hidden-deals') ?? '{}') as { ids: number[] }).ids)).toEqual([]);
    await page.evaluate(() => localStorage.clear());
    const seen = Promise.withResolvers<undefined>();
    await page.route(/HiddenDeals/, async (route) => {
      await seen.promise;
      await route.continue();
    });
    await page.goto('/hidden-deals', { waitUntil: 'commit' });
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await painted(page);
    seen.resolve(undefined);
    await expect(page.getByText('You have not hidden any deals.')).toBeVisible();
    await expectStill(page);
  },
);

test('hidden deals that cannot be loaded are not said to be none, and are offered again', async ({ page, expectFaults }) => {
  expectFaults(/\/web-api\/cards\//);
  await page.goto('/popular');
  const [first] = (await titles(page)) as [string];
  await page.getByRole('button', { name: `Hide ${first}`, exact: true }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  const shown = page.getByRole('link', { name: first, exact: true });
  const failed = page.getByRole('alert').filter({ hasText: 'Your hidden deals could not be loaded.' });
  const none = page.getByText('You have not hidden any deals.');
  const more = page.getByRole('button', { name: 'Try again' });
  for (const answer of ['none', 500]) {
    await page.route('**/web-api/cards/**', (route) => (answer === 'none' ? route.abort() : route.fulfill({ status: 500 })));
    await page.goto('/hidden-deals');
    await expect(failed).toBeVisible();
    await expect(none).toBeHidden();
    await page.unrouteAll({ behavior: 'wait' });
    await more.click();
    await expect(shown).toBeVisible();
    await expect(failed).toBeHidden();
    await expect(more).toBeHidden();
  }
});
