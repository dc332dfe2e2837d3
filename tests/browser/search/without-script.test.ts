import { expect, test } from '../../support/browser.ts';

test.use({ javaScriptEnabled: false });

test('the form sends all its fields', async ({ page }) => {
  await page.goto('/about');
  const text = page.getByRole('searchbox', { name: 'Search' });
  await text.fill('desk lamp');
  await text.press('Enter');
  await expect(page).toHaveURL('/search?q=desk+lamp&searcharea=deals&searchin=first&isUserSearch=1&sort=&searchtype=');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('desk lamp');
  await expect(page.getByRole('button', { name: 'Clear text' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();
});
