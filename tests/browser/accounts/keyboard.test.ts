import type { Page } from '@playwright/test';
import { expect, test } from '../../support/visitor.ts';

const focusIsInside = (page: Page) => page.evaluate(() => document.querySelector('dialog[open]')!.contains(document.activeElement));

test('the modal is opened, walked through and closed by keyboard, holds the focus meanwhile, and gives it back', async ({ page }) => {
  await page.goto('/about');
  const opener = page.getByRole('banner').getByRole('link', { name: 'Sign Up' });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign Up' });
  await expect(dialog.getByLabel('Email Address')).toBeFocused();
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

  // The tabs follow the arrow keys.
  const [signUp, logIn] = [page.getByRole('tab', { name: 'Sign Up' }), page.getByRole('tab', { name: 'Log In' })];
  await dialog.getByLabel('Email Address').press('Shift+Tab');
  await expect(signUp).toBeFocused();
  // With Alt they are the browser's: back and forward.
  await page.keyboard.press('Alt+ArrowRight');
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

  await expect(dialog.getByText('Already a member?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Log In' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Log In' }).getByLabel('Email Address or Username')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();
});
