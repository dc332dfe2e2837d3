import { hydratedIslands } from '../../support/islands.ts';
import { expect, loadAfter, register, test } from '../../support/visitor.ts';

test('each dialog is an island that hydrates when it is wanted, and no other with it', async ({ page, kinds }) => {
  await page.goto(kinds['deal']!);
  expect(await hydratedIslands(page)).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['AccountModal']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Report this deal' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['ReportButton', 'AccountModal', 'ReportDialog']);
});

test('popups hydrate alone', async ({ page }) => {
  await register(page);
  await loadAfter(page, { after: 'log-in', hasUnverifiedEmail: true, hasNotSetPassword: false });
  await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['Popups']);
});

test('the modal opens again where its button is pressed once more', async ({ page }) => {
  await page.goto('/about');
  for (const _time of ['first', 'second']) {
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign Up' }).getByLabel('Email Address')).toBeFocused();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
});

test('where the report dialog’s script does not come a page takes its place', async ({ page, kinds, faults }) => {
  await page.route(/\/_astro\/ReportDialog/, (route) => route.abort());
  await page.goto(kinds['deal']!);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/(report\?postid=\d+|log-in\?url=)/);
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});

test('where the modal’s script does not come a reset link leads to the plain page', async ({ page, faults }) => {
  await page.route(/\/_astro\/AccountModal/, (route) => route.abort());
  await page.goto('/?do=resetpassword&hash=abc');
  await expect(page).toHaveURL('/account/reset-password?hash=abc');
  await page.close();
  expect(faults.splice(0).every((fault) => fault.includes('ERR_FAILED'))).toBe(true);
});
