import { hydratedIslands } from '../../support/islands.ts';
import { answerWith, expect, loadAfter, register, test } from '../../support/visitor.ts';

const REGISTERED = {
  ...{ after: 'registration', email: 'new@example.org' },
  ...{ showUsernameChangeModal: false, showVerificationSentModal: false, showOldVerificationSentModal: false },
};
const LOGGED_IN = { after: 'log-in', hasUnverifiedEmail: true, hasNotSetPassword: true };

test('a name of one’s own is checked after a pause, and can be saved once it is free; what fails says why', async ({ page }) => {
  const { username } = await register(page);
  await page.clock.install();
  const checks: string[] = [];
  page.on('request', (request) => request.url().endsWith('/ajax/usercheck.php') && checks.push(request.postData() ?? ''));
  await answerWith(page, '/profile/user/generateUsernames/', 'no JSON');
  await loadAfter(page, { after: 'social-registration' });
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Something went wrong...');
  await error.getByRole('button', { name: 'OK' }).click();
  const welcome = page.getByRole('dialog', { name: 'Welcome' });
  await welcome.getByRole('button', { name: 'Choose a name of my own' }).click();
  const name = welcome.getByLabel('Username');
  const save = welcome.getByRole('button', { name: 'Save' });
  await expect(name).toBeFocused();
  await expect(save).toBeDisabled();
  await expect(name).toHaveAttribute('maxlength', '20');
  await name.fill('ab');
  await expect(name).toHaveAccessibleDescription('Use 3 to 20 letters, digits, dots, hyphens and underscores.');
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('moderator');
  await expect(name).toHaveAccessibleDescription(/This username is taken\. Please choose another one\./);
  await expect(save).toBeDisabled();
  const own = `own.${username.slice(-14)}`;
  // One check for each pause, not for each letter; on a busy machine letters come slowly.
  await page.clock.pauseAt(Date.now() + 60_000);
  await name.fill('');
  await name.pressSequentially(own);
  await page.clock.runFor(500);
  await expect(welcome.getByText('Yay! This username is available.')).toBeVisible();
  expect(checks).toHaveLength(2);
  await page.clock.resume();

  await answerWith(page, '/forums/changeUsername.php', { status: 'error', errors: ['Somebody was faster.'], message: 'Other' });
  await save.click();
  await expect(welcome.getByRole('alert')).toHaveText('Somebody was faster.');
  await expect(welcome.getByRole('alert')).toBeFocused();
  await page.unrouteAll();
  await save.click();
  await expect(page.getByRole('dialog', { name: 'Great choice.' })).toContainText(own);
  await page.getByRole('button', { name: 'Next Step' }).click();
  await expect(page.getByRole('banner').getByRole('button', { name: own })).toBeVisible();
});

test('after a registration the verification follows the name, its mail can be sent again, and a drawer says what it is good for', async ({
  page,
}) => {
  await register(page);
  await loadAfter(page, { ...REGISTERED, showUsernameChangeModal: true });
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  await page.keyboard.press('Escape');
  const verify = page.getByRole('dialog', { name: 'Verify Your Email' });
  await verify.getByRole('button', { name: 'Resend email' }).click();
  await expect(verify.getByRole('status')).toHaveText('The email is on its way again.');
  await answerWith(page, '/forums/register.php', { status: 'error', message: 'not now' });
  await verify.getByRole('button', { name: 'Resend email' }).click();
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Something went wrong...');
  await error.getByRole('button', { name: 'OK' }).click();
  await expect(verify.getByRole('button', { name: 'Resend email' })).toBeFocused();

  await loadAfter(page, { ...REGISTERED, showOldVerificationSentModal: true });
  await expect(verify).toContainText("We've sent a verification email to new@example.org");
  await expect(verify).toContainText('cashback rewards');
  await expect(verify).toContainText('custom deal alerts');
});

test('the page that verifies an address does not ask for that, but goes on with what else is to be asked', async ({ page }) => {
  await register(page);
  await loadAfter(page, LOGGED_IN, '/account/verify');
  await expect(page.getByRole('dialog', { name: 'Add a Password' })).toBeVisible();
});

test('without a password and unverified: first the verification, then a password is added, which can wait', async ({ page, siteUrl }) => {
  await register(page);
  const sent = await answerWith(page, '/forums/profile.php', { success: true });
  await loadAfter(page, LOGGED_IN);
  await expect(page.getByRole('heading', { name: 'Verify Your Email' })).toBeFocused();
  expect(await hydratedIslands(page)).toEqual(['Popups']);
  await page.keyboard.press('Escape');
  const add = page.getByRole('dialog', { name: 'Add a Password' });
  await expect(add.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await loadAfter(page, LOGGED_IN);
  await page.getByRole('button', { name: "Got It - I'll Verify" }).click();
  await add.getByLabel('Password', { exact: true }).fill('twelve green apples');
  await add.getByLabel('Confirm Password').fill('twelve green apples');
  await add.getByRole('button', { name: 'Save My Password' }).click();
  const added = page.getByRole('dialog', { name: 'Password Added' });
  await expect(added).toContainText('Now your account is even more secure.');
  await added.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(Object.fromEntries(sent[0]!)).toMatchObject({
    do: 'updatepassword',
    password: 'twelve green apples',
    password_confirm: 'twelve green apples',
  });

  await loadAfter(page, { ...LOGGED_IN, hasUnverifiedEmail: false });
  await add.getByRole('button', { name: 'Remind me later' }).click();
  const skipped = page.getByRole('dialog', { name: 'Password Skipped' });
  await expect(skipped.getByRole('link')).toHaveAttribute('href', '/forums/profile.php?do=accountsettings');
  await skipped.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  // The cookie of a page that signed somebody in brings the popups, once.
  await page.context().addCookies([{ name: 'after-sign-in', value: 'log-in', url: siteUrl }]);
  await page.goto('/about');
  await page.getByRole('dialog', { name: 'Verify Your Email' }).getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(page.locator('[data-user-button]')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
