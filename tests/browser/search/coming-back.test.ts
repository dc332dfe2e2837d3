import { expect, test } from '../../support/browser.ts';
import { option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

test.beforeEach(async ({ page }) => {
  await suggest(page);
  await page.goto('/search?q=lamp');
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
});

test('coming back shows the page’s own text and no list', { tag: '@phone' }, async ({ page }) => {
  await option(page, 'Sofas').click();
  await page.waitForURL(/category/);
  await page.goBack();
  await expect(page).toHaveURL('/search?q=lamp');
  await expect(searchText(page)).toHaveValue('lamp');
  await expect(suggestions(page)).toBeHidden();
});

// The browser that tests run in keeps no pages, so it is told what one that does tells.
test('and so where the browser keeps the page as it was left', async ({ page }) => {
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(searchText(page)).toHaveValue('lamp');
  await expect(suggestions(page)).toBeHidden();
});
