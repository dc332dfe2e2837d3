import type { Page } from '@playwright/test';
import { expect, formerMember, newAddress, PASSWORD, test } from '../../support/visitor.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Create deal alert' });

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/category/monitors');
  await page.getByRole('button', { name: 'Create deal alert', exact: true }).click();
  await dialogOf(page).getByLabel('Highest price ($)').fill('175');
  await dialogOf(page).getByRole('button', { name: 'Create alert' }).click();
  await expect(dialogOf(page).getByText('Please enter a valid email address')).toBeVisible();
  await dialogOf(page).getByLabel('Email Address').fill(email);
  await dialogOf(page).getByRole('button', { name: 'Create alert' }).click();
}

test('a guest adds a password, and the alert is there', { tag: '@only-phone' }, async ({ page }) => {
  const email = newAddress();
  await ask(page, email);
  const step = page.getByRole('dialog', { name: 'One more step' });
  await expect(step.getByLabel('Email Address')).toHaveValue(email);
  await step.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await step.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('Your alert “Monitors up to $175” was created.')).toBeVisible({ timeout: 30_000 });
  await page.goto('/account/alerts');
  await expect(page.getByRole('article', { name: 'Monitors up to $175' })).toBeVisible();
});

test('a guest whose address is known logs in, and the alert is there', async ({ page }) => {
  const { email } = await formerMember(page);
  await ask(page, email);
  const logIn = page.getByRole('dialog', { name: 'Log In' });
  await expect(logIn.getByText('Looks like you already have an account.')).toBeVisible();
  await expect(logIn.getByLabel('Email Address or Username')).toHaveValue(email);
  await logIn.getByRole('button', { name: 'Continue' }).click();
  await logIn.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await logIn.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Your alert “Monitors up to $175” was created.')).toBeVisible({ timeout: 30_000 });
});
