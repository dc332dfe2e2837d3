import { expect, test } from '../../support/browser.ts';

test.use({ javaScriptEnabled: false });

test('the form sends all its fields, and results are narrowed, ordered and left by links', async ({ page }) => {
  await page.goto('/about');
  const text = page.getByRole('searchbox', { name: 'Search' });
  await text.fill('desk lamp');
  await text.press('Enter');
  await expect(page).toHaveURL('/search?q=desk+lamp&searcharea=deals&searchin=first&isUserSearch=1&sort=&searchtype=');
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('desk lamp');
  await expect(page.getByRole('button', { name: 'Clear text' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeHidden();

  await page.goto('/search?q=gaming&f=hot-deals');
  await expect(page.getByRole('search').getByText('Hot Deals')).toBeVisible();
  const fold = page.getByRole('form', { name: 'Filters' }).locator('summary').first();
  if (await fold.isVisible()) await fold.click();
  await page.getByRole('checkbox', { name: /^Keyboards/ }).check();
  await page.getByRole('button', { name: 'Show deals' }).click();
  await expect(page.getByRole('link', { name: 'Remove filter: Keyboards' })).toBeVisible();
  await page.getByRole('link', { name: 'Discount' }).click();
  await expect(page).toHaveURL(/sort=discount/);
  await expect(page.getByRole('article').first().getByRole('heading')).toContainText(/keyboard/i);
  await page.goto('/search?q=gaming&f=hot-deals');
  await page.getByRole('link', { name: 'Remove forum Hot Deals' }).click();
  await expect(page).toHaveURL('/search?q=gaming');
});
