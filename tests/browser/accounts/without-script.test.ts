import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, formerMember, newAddress, PASSWORD, test } from '../../support/visitor.ts';

test.use({ javaScriptEnabled: false });

test('signing up works as a plain page, and says what is wrong', async ({ page }) => {
  const email = newAddress();
  await page.goto('/popular');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  await page.getByLabel('Email Address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('password123');
  await page.getByLabel('Confirm password').fill('password123');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible();
  await expect(page.getByLabel('Email Address')).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText(`We've sent a verification email to ${email}.`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Go on where you were' }).click();
  await expect(page).toHaveURL('/popular');
});

test('logging in and out works as a plain page, and so do a reset and a magic link by their mails', async ({ page }) => {
  const { dataDir } = await sharedSite();
  const { email, username } = await formerMember(page);
  await page.goto('/popular');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  await page.getByLabel('Email Address or Username').fill(email);
  await page.getByLabel('Password').fill('not my password');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByText('Wrong password, or no such account.')).toBeVisible();
  await expect(page.getByLabel('Email Address or Username')).toHaveValue(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/popular');
  await page.goto('/forums/profile.php?do=accountsettings');
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(email);
  await page.getByRole('button', { name: 'Log out here' }).click();
  await page.goto('/forums/profile.php?do=accountsettings');
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();

  await page.goto('/account/log-in');
  for (const name of ['Reset Password', 'Log in with a link by email'])
    expect((await page.getByRole('link', { name }).boundingBox())!.height, name).toBeGreaterThanOrEqual(24);
  await page.getByRole('link', { name: 'Reset Password' }).click();
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Request Reset Link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Email Sent' })).toBeVisible();
  await page.goto((await mailTo(dataDir, email, { subject: 'Reset' })).link);
  await page.getByRole('link', { name: 'Choose a new password' }).click();
  await page.getByLabel('New password').fill('four green teapots');
  await page.getByLabel('Confirm password').fill('four green teapots');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Password Saved')).toBeVisible();
  await page.getByLabel('Email Address or Username').fill(email);
  await page.getByLabel('Password').fill('four green teapots');
  await page.getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/');

  await page.context().clearCookies();
  await page.goto('/account/log-in');
  await page.getByRole('link', { name: 'Log in with a link by email' }).click();
  await page.getByLabel('Email Address').fill(email);
  await page.getByRole('button', { name: 'Email Me a Link' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Check your inbox' })).toBeVisible();
  const { link } = await mailTo(dataDir, email, { subject: 'Log in' });
  await page.goto(link);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.goto('/account/log-in');
  await expect(page.getByText(`You are logged in as ${username}. Go on, or go to your account settings.`)).toBeVisible();
  for (const address of ['/account/reset-password', '/account/magic-link']) {
    await page.goto(address);
    await expect(page.getByText(`You are logged in as ${username}.`), address).toBeVisible();
  }
  await page.goto('/account/sign-up?url=%2Fpopular');
  await expect(page.getByText(`You are logged in as ${username}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go on without it' }).click();
  await expect(page).toHaveURL('/popular');
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByText('This link has expired or was already used. Please ask for a new one.')).toBeVisible();
});
