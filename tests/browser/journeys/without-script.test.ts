import { expect, test } from '../../support/browser.ts';

test.use({ javaScriptEnabled: false });

test('feeds are paged and sorted, a deal shows all that it has, and a guest’s vote leads to the log-in page', async ({ page, kinds }) => {
  await page.goto('/category/computers');
  const first = await page.getByRole('article').first().getByRole('heading').innerText();
  await page.getByRole('link', { name: 'Lowest price', exact: true }).click();
  await expect(page).toHaveURL('/category/computers?sort=price');
  await expect(page.getByRole('link', { name: 'Lowest price', exact: true })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('article').first().getByRole('heading')).not.toHaveText(first);
  await page.getByRole('link', { name: 'Next' }).click();
  await expect(page).toHaveURL('/category/computers?sort=price&page=2');
  await page.getByRole('link', { name: 'Hide expired' }).click();
  await expect(page).toHaveURL('/category/computers?sort=price&hideexpired=1');
  await expect(page.getByRole('link', { name: 'Show expired' })).toBeVisible();

  await page.goto(kinds['a deal with a code']!);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    page
      .getByRole('article')
      .getByText(/^Price (was )?\$/)
      .first(),
  ).toBeAttached();
  await expect(page.getByRole('button', { name: /^Copy code / })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Get deal' }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: /comments?$/ })).toBeVisible();
  await page.getByRole('button', { name: 'Vote up' }).first().click();
  await expect(page).toHaveURL(/\/account\/log-in\?url=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
});
