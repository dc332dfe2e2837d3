import type { Page } from '@playwright/test';
import { expect, standStill, test } from '../../support/browser.ts';
import { feed } from '../../support/pages.ts';
import { searchText, SO, suggest, suggestions } from '../../support/suggestions.ts';

const SCRIPT = '**/_astro/interaction-script.*.js';
const VOTE_SCRIPT = '**/_astro/VoteButtons.*.js';

/** Has a script wait. @returns lets it come */
async function hold(page: Page, script = SCRIPT): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route(script, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

test('clicks that come before their script are done when it is there, one on each control', async ({ page, context, kinds, siteUrl }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: siteUrl });
  const release = await hold(page);
  const requested = page.waitForRequest(SCRIPT);
  await page.clock.install();
  await page.goto(kinds['a deal with a code']!);
  await standStill(page);
  const copy = page.getByRole('button', { name: /^Copy code / }).first();
  const theme = page.getByRole('button', { name: 'Midnight theme' });
  await expect(theme).toHaveAttribute('aria-pressed', 'false');
  await copy.click();
  await theme.click();
  await theme.click();
  await requested;
  await expect(theme).toHaveAttribute('aria-pressed', 'false');
  await expect(copy).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(copy.getByText('Copied')).toBeVisible();
  await expect(copy).not.toHaveAttribute('aria-busy');
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await theme.click();
  await expect(theme).toHaveAttribute('aria-pressed', 'false');
});

test('a vote shows as busy until its script is there', async ({ page, kinds }) => {
  const release = await hold(page, VOTE_SCRIPT);
  await page.goto(kinds['a deal with a code']!);
  const up = page.getByRole('button', { name: 'Vote up' }).first();
  await up.click();
  await expect(up).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
});

test('where the script does not come, a link leads to the page that does without', async ({ page, expectFaults }) => {
  expectFaults(/ERR_FAILED/);
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page).toHaveURL(/\/account\/log-in/);
});

test('a menu opens before the script is there, and closes with Escape once it is', async ({ page, siteUrl }) => {
  const release = await hold(page);
  const { items } = await feed(siteUrl, '/popular');
  const discussed = items.find((item) => 'commentCount' in item && item.commentCount > 1);
  await page.goto(discussed!.path);
  const menu = page.locator('summary', { hasText: /More about .*’s comment/ }).first();
  const quote = page.getByRole('button', { name: 'Quote' }).locator('visible=true');
  await menu.press('Enter');
  await page.keyboard.press('Tab');
  await expect(quote).toBeFocused();
  await page.keyboard.press('Escape');
  release();
  await expect(quote).toHaveCount(0);
  await expect(menu).toBeFocused();
});

test('Escape that has closed the suggestions before the script is there does not clear the text once it is', async ({ page }) => {
  const release = await hold(page);
  await suggest(page, () => SO);
  await page.goto('/about');
  await searchText(page).fill('so');
  await expect(suggestions(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(suggestions(page)).toBeHidden();
  const theme = page.getByRole('button', { name: 'Midnight theme' });
  await theme.click();
  release();
  await expect(theme).toHaveAttribute('aria-pressed', 'true');
  await expect(searchText(page)).toHaveValue('so');
});
