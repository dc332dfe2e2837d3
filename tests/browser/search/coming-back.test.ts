import { expect, test } from '../../support/browser.ts';
import { option, searchText, suggest, suggestions } from '../../support/suggestions.ts';

test('coming back shows the page’s own text and no list', { tag: '@phone' }, async ({ page }) => {
  const isAsAtFirst = async () => {
    await expect(searchText(page)).toHaveValue('lamp');
    await expect(suggestions(page)).toBeHidden();
  };
  await suggest(page);
  await page.goto('/search?q=lamp');
  await searchText(page).fill('so');
  await option(page, 'Sofas').click();
  await page.waitForURL(/category/);
  await page.goBack();
  await expect(page).toHaveURL('/search?q=lamp');
  await isAsAtFirst();

  // And so where the browser keeps the page as it was left; the one that tests run in keeps none, so it is told what others tell.
  await searchText(page).fill('so');
  await expect(option(page, 'Sofas')).toBeVisible();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true })));
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await isAsAtFirst();
});
