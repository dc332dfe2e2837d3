import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';

const cards = (page: Page) => page.locator('.deal-card__title a');
const titles = async (page: Page) => (await cards(page).allInnerTexts()).map((title) => title.trim());

test(
  'a deal that one hides is gone from lists and searches, says so, and comes back by Undo or from the page of hidden deals',
  {
    tag: '@phone',
  },
  async ({ page }) => {
    await page.goto('/popular');
    const [first, second] = (await titles(page)) as [string, string];
    const shown = await cards(page).count();
    const hide = (title: string) => page.getByRole('button', { name: `Hide ${title}`, exact: true });

    // By keyboard: focus shows the button, and stays where one was.
    await hide(first).focus();
    await page.keyboard.press('Enter');
    const undo = page.getByRole('button', { name: 'Undo' });
    await expect(undo).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Hidden.' })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(hide(first)).toBeFocused();
    await expect(page.getByRole('link', { name: first, exact: true })).toBeVisible();

    await hide(second).click();
    await expect(undo).toBeFocused();
    await page.reload();
    await expect(page.getByText('You hid 1 deal of this list.')).toBeVisible();
    expect(await cards(page).count()).toBe(shown - 1);
    expect(await titles(page)).not.toContain(second);
    await page.goto(`/search?q=${encodeURIComponent(second)}`);
    await expect(page.getByText('You hid 1 deal of this list.')).toBeVisible();

    await page.getByRole('link', { name: 'See hidden deals' }).click();
    await expect(page.getByRole('link', { name: second })).toBeVisible();
    await page.getByRole('button', { name: `Show again: ${second}` }).click();
    await expect(page.getByText('You have hidden nothing.')).toBeVisible();

    await page.goto('/popular');
    await page.getByRole('link', { name: second, exact: true }).click();
    await page.getByRole('button', { name: 'Hide', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Hidden. Undo' })).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: 'Hidden. Undo' }).click();
    await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible();
    expect(await page.evaluate(() => (JSON.parse(localStorage.getItem('hidden-deals') ?? '{}') as { ids: number[] }).ids)).toEqual([]);
  },
);
