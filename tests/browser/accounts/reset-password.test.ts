import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { answerWith, expect, formerMember, openModal, test } from '../../support/visitor.ts';

test('a forgotten password is replaced by way of a mail, and what fails on the way is told', async ({ page }) => {
  const { email } = await formerMember(page);
  const reset = page.getByRole('dialog', { name: 'Reset Password' });
  // A link that is not good any more says so at once.
  await page.goto('/?do=resetpassword&hash=not-a-hash');
  await expect(reset.getByRole('alert')).toHaveText('This link has expired or was already used. Please ask for a new one.');
  await reset.getByLabel('New Password', { exact: true }).fill('a new blue kettle');
  await reset.getByLabel('Confirm New Password').fill('a new blue kettle');
  await reset.getByRole('button', { name: 'Save' }).click();
  await expect(reset.getByRole('alert')).toBeFocused();
  await expect(reset.getByRole('alert')).not.toHaveText('');
  await reset.getByRole('button', { name: 'Request another link' }).click();
  await expect(reset.getByRole('button', { name: 'Request Reset Link' })).toBeVisible();

  const dialog = await openModal(page, 'Log In');
  await dialog.getByLabel('Email Address or Username').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Forgot your password?' }).click();
  const address = reset.getByLabel('Email Address');
  await expect(address).toHaveValue(email);
  await address.fill('somebody');
  await address.press('Enter');
  await expect(address).toHaveAccessibleDescription('Please enter a valid email address');
  await answerWith(page, '/forums/login.php', 'no JSON');
  await address.fill(email);
  await address.press('Enter');
  await expect(reset.getByRole('alert')).toHaveText('Something went wrong. Please try again.');
  await page.unrouteAll();
  await reset.getByRole('button', { name: 'Request Reset Link' }).click();
  const sent = page.getByRole('dialog', { name: 'Email Sent' });
  await sent.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  const { dataDir } = await sharedSite();
  const { link } = await mailTo(dataDir, email, { subject: 'Reset' });
  await page.goto(link);
  await expect(page).toHaveURL('/');
  await reset.getByLabel('New Password', { exact: true }).fill('a new blue kettle');
  await reset.getByLabel('Confirm New Password').fill('another');
  await reset.getByRole('button', { name: 'Save' }).click();
  await expect(reset.getByLabel('Confirm New Password')).toHaveAccessibleDescription('Must match the password');
  await reset.getByLabel('Confirm New Password').fill('a new blue kettle');
  await reset.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog', { name: 'Password Saved' }).getByRole('button', { name: 'Log In' }).click();

  const logIn = page.getByRole('dialog', { name: 'Log In' });
  await logIn.getByLabel('Email Address or Username').fill(email);
  await logIn.getByRole('button', { name: 'Continue' }).click();
  await logIn.getByLabel('Password', { exact: true }).fill('a new blue kettle');
  await logIn.getByRole('button', { name: 'Log In' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeHidden();
});
