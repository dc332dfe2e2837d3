import type { Page } from '@playwright/test';
import { expect, test } from '../../support/browser.ts';
import { hydratedIslands } from '../../support/islands.ts';
import { holdScripts, SCRIPT, searchText, suggest, suggestions } from '../../support/suggestions.ts';
import { translate } from '../../support/translated.ts';

const searchBox = (page: Page) => page.getByRole('search');
/** Whatever is done when there is time comes before this. */
const isIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)).then(() => undefined));

/** Notes whether the box's script is asked for. */
function asksForBox(page: Page): () => boolean {
  let isAsked = false;
  page.on('request', (request) => (isAsked ||= SCRIPT.test(request.url())));
  return () => isAsked;
}

test('the box’s script is fetched ahead when the page is idle, and runs on the first touch', { tag: '@phone' }, async ({ page }) => {
  await suggest(page);
  const isAsked = asksForBox(page);
  await page.goto('/about');
  await expect.poll(isAsked).toBe(true);
  await searchBox(page).hover();
  await isIdle(page);
  expect(await hydratedIslands(page)).toEqual([]);
  await searchText(page).click();
  await expect.poll(() => hydratedIslands(page)).toEqual(['SearchBox']);
  await expect(searchText(page)).toBeFocused();
});

test('nothing is fetched ahead over a slow connection, and the box works', async ({ page }) => {
  const isAsked = asksForBox(page);
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '3g' } }));
  await suggest(page);
  await page.goto('/about', { waitUntil: 'load' });
  await isIdle(page);
  await isIdle(page);
  expect(isAsked()).toBe(false);
  await searchText(page).fill('so');
  await expect(suggestions(page)).toBeVisible();
});

test('text that was there and letters that came meanwhile stay when the box hydrates', async ({ page }) => {
  await suggest(page);
  const arrive = await holdScripts(page, SCRIPT);
  await page.goto('/search?q=lamp');
  await searchText(page).press('End');
  await searchText(page).pressSequentially(' so');
  arrive();
  await expect.poll(() => hydratedIslands(page)).toEqual(['SearchBox']);
  await expect(suggestions(page)).toBeVisible();
  await searchText(page).pressSequentially('f');
  await expect(searchText(page)).toHaveValue('lamp sof');
});

test('on a page that the browser translates the typed text stays, and the list follows it', async ({ page, expectFaults }) => {
  // React reports that it found other words.
  expectFaults(/React error #418/);
  await suggest(page);
  await page.goto('/about');
  await translate(page);
  await searchText(page).pressSequentially('so');
  await expect(searchText(page)).toHaveValue('so');
  const searchFor = (typed: string) => suggestions(page).getByText(`Search for “${typed}”`);
  await expect(searchFor('so')).toBeVisible();
  // Words of suggestions are marked anew with each letter, and options take the place of others.
  for (const typed of ['son', 'sony', 'sony-']) {
    await searchText(page).press(typed.slice(-1));
    await expect(searchFor(typed)).toBeVisible();
  }
  await searchText(page).press('Backspace');
  await expect(searchText(page)).toHaveValue('sony');
  await expect(searchFor('sony')).toBeVisible();
});

test('a forum that the page knows is dismissed by the press that hydrates the box', async ({ page }) => {
  await suggest(page);
  const arrive = await holdScripts(page, SCRIPT);
  await page.goto('/search?q=lamp&f=freebies');
  expect(await hydratedIslands(page)).toEqual([]);
  const dismiss = page.getByRole('button', { name: 'Remove forum Freebies' });
  await dismiss.click();
  await expect(dismiss).toBeVisible();
  arrive();
  await expect(dismiss).toHaveCount(0);
  await expect(searchText(page)).toBeFocused();
});
