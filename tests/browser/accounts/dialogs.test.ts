import { hydratedIslands } from '../../support/islands.ts';
import { expect, test } from '../../support/visitor.ts';

test('each dialog is an island that hydrates when it is wanted, and no other with it, and opens again', async ({ page, kinds }) => {
  await page.goto(kinds['deal']!);
  expect(await hydratedIslands(page)).toEqual([]);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await expect(page.getByRole('dialog', { name: 'Log In' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['AccountModal']);
  await page.keyboard.press('Escape');
  for (const _time of ['first', 'second']) {
    await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign Up' }).getByLabel('Email Address')).toBeFocused();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Report this deal' })).toBeVisible();
  expect(await hydratedIslands(page)).toEqual(['ReportButton', 'AccountModal', 'ReportDialog']);
});

test('where a dialog’s script does not come a page takes its place', async ({ page, kinds, expectFaults }) => {
  expectFaults(/ERR_FAILED/);
  await page.route(/\/_astro\/(ReportDialog|AccountModal)/, (route) => route.abort());
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page).toHaveURL('/account/sign-up');
  await page.goto('/?do=resetpassword&hash=abc');
  await expect(page).toHaveURL('/account/reset-password?hash=abc');
  await page.goto(kinds['deal']!);
  await page.getByRole('button', { name: 'Report', exact: true }).click();
  await expect(page).toHaveURL(/\/account\/(report\?postid=\d+|log-in\?url=)/);
});
