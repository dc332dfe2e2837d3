import { isForEverybody, neverScrollsSideways } from '../../support/everybody.ts';
import { expect, loadAfter, openModal, register, test } from '../../support/visitor.ts';

// Colours that are still changing would be read as they are at that moment.
test('the modal can be used by everybody, in each of its steps', async ({ page }) => {
  const dialog = await openModal(page, 'Sign Up');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
  await isForEverybody(page, 'the address');
  // The selected tab is told from the other also where a reader has all colours replaced.
  await page.emulateMedia({ forcedColors: 'active' });
  const lines = await dialog.getByRole('tab').evaluateAll((tabs) => tabs.map((tab) => getComputedStyle(tab).borderBottomColor));
  expect(new Set(lines).size).toBe(2);
  await page.emulateMedia({ forcedColors: null });
  await dialog.getByLabel('Email Address').fill('somebody-new@example.org');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('long enough');
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await isForEverybody(page, 'a new password');
  await page.getByRole('tab', { name: 'Log In' }).click();
  const logIn = page.getByRole('dialog', { name: 'Log In' });
  await logIn.getByLabel('Email Address or Username').fill('somebody@example.org');
  await isForEverybody(page, 'the identifier');
  await logIn.getByRole('button', { name: 'Continue' }).click();
  await isForEverybody(page, 'the password');
  await logIn.getByRole('button', { name: 'Forgot your password?' }).click();
  await isForEverybody(page, 'the request of a reset');
  await page.goto('/about?do=resetpassword&hash=none');
  await expect(page.getByRole('dialog', { name: 'Reset Password' })).toBeVisible();
  await isForEverybody(page, 'the final step');
});

test('the popups can be used by everybody', async ({ page }) => {
  const { username } = await register(page);
  await loadAfter(page, { after: 'social-registration' });
  await expect(page.getByRole('radio').first()).toBeFocused();
  await isForEverybody(page, 'names');
  await page.getByRole('button', { name: 'Choose a name of my own' }).click();
  await page.getByLabel('Username').fill(`x.${username.slice(-12)}`);
  await expect(page.getByText('Yay! This username is available.')).toBeVisible();
  await isForEverybody(page, 'a name of one’s own');
  await loadAfter(page, { after: 'log-in', hasUnverifiedEmail: true, hasNotSetPassword: true });
  await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible();
  await isForEverybody(page, 'the verification');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Add a Password' })).toBeVisible();
  await isForEverybody(page, 'adding a password');
  await page.keyboard.press('Escape');
  await page.getByRole('banner').getByRole('button', { name: username }).click();
  // What the open menu covers cannot be used meanwhile.
  await isForEverybody(page, 'the member’s menu', '#user-menu');
});

test('the account pages can be used by everybody, and never scroll sideways', async ({ page }) => {
  await register(page);
  for (const path of ['/forums/profile.php?do=accountsettings', '/account/email-update']) {
    await page.goto(path);
    await neverScrollsSideways(page, path);
    await isForEverybody(page, path, 'body');
  }
});
