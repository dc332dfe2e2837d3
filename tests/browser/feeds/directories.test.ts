import { expect, test } from '../../support/browser.ts';

test('a store is found by its letter, and leads back to the others', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Stores' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stores');
  await page.getByRole('navigation', { name: 'Letters' }).getByRole('link', { name: 'T', exact: true }).click();
  const letter = page.getByRole('region', { name: 'T', exact: true });
  await expect(letter).toBeInViewport();
  await expect(letter.getByRole('listitem').filter({ hasText: 'Tenkey' })).toHaveText(/^Tenkey\s*\d+ deals, \d+ offers$/);
  await letter.getByRole('link', { name: 'Tenkey' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tenkey deals and coupons');
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Stores' }).click();
  await expect(page).toHaveURL('/browse/stores');
});

test('brands and categories are a step away', async ({ page }) => {
  await page.goto('/browse/stores');
  const tabs = page.getByRole('navigation', { name: 'Directories' });
  await tabs.getByRole('link', { name: 'Categories' }).click();
  await expect(page).toHaveURL('/browse/categories');
  await expect(tabs.getByRole('link', { name: 'Categories' })).toHaveAttribute('aria-current', 'page');
  const electronics = page.getByRole('region', { name: /^Electronics & desk \d+ deals$/ });
  await expect(electronics.getByRole('link', { name: 'Monitors' })).toHaveAttribute('href', '/category/monitors');
  await tabs.getByRole('link', { name: 'Brands' }).click();
  await expect(page.getByRole('link', { name: 'Acer', exact: true })).toHaveAttribute('href', '/brand/acer');
});
