import type { Page } from '@playwright/test';
import { expect, loadAfter, openModal, register, test } from '../../support/visitor.ts';

const focusIsInside = (page: Page) => page.evaluate(() => document.querySelector('dialog[open]')!.contains(document.activeElement));

test('the modal is opened, walked through and closed by keyboard, and gives the focus back', async ({ page }) => {
  await page.goto('/about');
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign Up' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Email Address')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the focus stays inside the modal', async ({ page }) => {
  await openModal(page, 'Sign Up');
  const seen = new Set<string>();
  for (let step = 0; step < 24; step++) {
    await page.keyboard.press('Tab');
    // Between the last control and the first one the browser's own controls have their turn.
    const focused = await page.evaluate(() =>
      document.activeElement === document.body ? '' : (document.activeElement?.textContent ?? ''),
    );
    if (focused !== '') expect(await focusIsInside(page)).toBe(true);
    seen.add(focused);
  }
  expect(seen).toContain('Continue');
  expect(seen).toContain('Privacy Policy');
});

test('the tabs follow the arrow keys', async ({ page }) => {
  const dialog = await openModal(page, 'Sign Up');
  const [signUp, logIn] = [page.getByRole('tab', { name: 'Sign Up' }), page.getByRole('tab', { name: 'Log In' })];
  await dialog.getByLabel('Email Address').press('Shift+Tab');
  await expect(signUp).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(logIn).toBeFocused();
  await expect(logIn).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tabpanel', { name: 'Log In' }).getByLabel('Email Address or Username')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(signUp).toBeFocused();
  await page.keyboard.press('End');
  await expect(logIn).toBeFocused();
  await page.keyboard.press('Home');
  await expect(signUp).toHaveAttribute('aria-selected', 'true');
  await expect(logIn).toHaveAttribute('tabindex', '-1');
});

test('"Already a member? Log In" leads to the other tab', async ({ page }) => {
  const dialog = await openModal(page, 'Sign Up');
  await expect(dialog.getByText('Already a member?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Log In' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Log In' }).getByLabel('Email Address or Username')).toBeFocused();
});

test('popups take the focus, and Escape closes them', async ({ page }) => {
  await register(page);
  await loadAfter(page, { after: 'log-in', hasUnverifiedEmail: true, hasNotSetPassword: true });
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add a Password' }).getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
