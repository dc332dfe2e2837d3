import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { answerWith, expect, formerMember, openModal, PASSWORD, test } from '../../support/visitor.ts';

const SAVED = 'regLoginModalSavedEmailOrUsername';

test('logging in by username, once what was wrong is told at its field, and out again', { tag: '@phone' }, async ({ page }) => {
  const { username } = await formerMember(page);
  const dialog = await openModal(page, 'Log In');
  const identifier = dialog.getByLabel('Email Address or Username');
  const password = dialog.getByLabel('Password', { exact: true });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(identifier).toHaveAccessibleDescription('Please enter your email address or username');
  await expect(identifier).toBeFocused();
  await identifier.fill(username);
  await identifier.press('Enter');
  await expect(password).toBeFocused();
  await password.press('Enter');
  await expect(password).toHaveAccessibleDescription('Please enter a password');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(identifier).toHaveValue(username);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await password.fill('not this one');
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(password).toHaveAccessibleDescription('Wrong password, or no such account.');
  await expect(password).toBeFocused();
  // As some password managers fill it in, without an event; React looks at the field's own property.
  await password.evaluate((field, filled) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, filled);
  }, PASSWORD);
  await password.press('Enter');

  // The address is not verified yet, and a password is set (spec §4).
  const verify = page.getByRole('dialog', { name: 'Verify Your Email' });
  await verify.getByRole('button', { name: "Got It - I'll Verify" }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const button = page.getByRole('banner').getByRole('button', { name: username });
  await expect(button).toHaveAttribute('title', username);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeHidden();
  await button.click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(button).toBeHidden();
  expect((await page.context().cookies()).filter(({ name }) => /session|signed-in/.test(name))).toEqual([]);
});

test('a message goes where its wording says, and a link by mail needs an address, and says when it cannot be sent', async ({ page }) => {
  const refused = (message: string | string[]) =>
    answerWith(page, '/forums/login.php', { success: false, status: 'error', message, error: 'refused' });
  const dialog = await openModal(page, 'Log In');
  const identifier = dialog.getByLabel('Email Address or Username');
  const enter = async () => {
    await identifier.fill('somebody');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill('whatever');
    await dialog.getByRole('button', { name: 'Log In' }).click();
  };
  await refused('There is no such email address.');
  await enter();
  await expect(identifier).toHaveAccessibleDescription('There is no such email address.');
  await expect(identifier).toBeFocused();
  await refused('This password has expired.');
  await enter();
  await expect(dialog.getByLabel('Password', { exact: true })).toHaveAccessibleDescription('This password has expired.');
  await refused(['Closed for today.', 'Never shown.']);
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Closed for today.');
  await expect(dialog.getByRole('alert')).toBeFocused();

  const link = dialog.getByRole('button', { name: 'Email Me a Link' });
  await link.click();
  await expect(identifier).toHaveAccessibleDescription('Please enter a valid email address');
  await expect(identifier).toBeFocused();
  await identifier.fill('somebody@example.org');
  await identifier.press('Enter');
  await answerWith(page, '/ajax/login/processAuthorization.php', { status: 'error', message: 'not now' });
  await link.click();
  await expect(dialog.getByRole('alert')).toHaveText('Unable to request magic link. Please try again later');
  await answerWith(page, '/ajax/login/processAuthorization.php', 'no JSON');
  await link.click();
  await expect(dialog.getByRole('alert')).toHaveText('An unexpected error occurred. Try again later');
});

test('"Remember me" keeps the name for the next time, until it is unticked', async ({ page }) => {
  const { username } = await formerMember(page);
  const saved = () => page.evaluate((key) => localStorage.getItem(key), SAVED);
  const logIn = async (remember: boolean) => {
    const dialog = await openModal(page, 'Log In');
    await dialog.getByLabel('Email Address or Username').fill(username);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog.getByRole('checkbox', { name: 'Remember me' }).setChecked(remember);
    await dialog.getByRole('button', { name: 'Log In' }).click();
    await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible();
  };
  const lasts = async () => ((await page.context().cookies()).find(({ name }) => name === 'session')?.expires ?? -1) > 0;

  const first = await openModal(page, 'Log In');
  await first.getByLabel('Email Address or Username').fill('somebody');
  await first.getByRole('button', { name: 'Continue' }).click();
  await expect(first.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();

  await logIn(true);
  expect(await saved()).toBe(username);
  expect(await lasts()).toBe(true);
  await page.context().clearCookies();
  const again = await openModal(page, 'Log In');
  await expect(again.getByLabel('Email Address or Username')).toHaveValue(username);
  await again.getByRole('button', { name: 'Continue' }).click();
  await expect(again.getByRole('checkbox', { name: 'Remember me' })).toBeChecked();

  await logIn(false);
  expect(await saved()).toBeNull();
  expect(await lasts()).toBe(false);
});

test('a link by mail logs in, once its button is pressed', async ({ page }) => {
  const { email, username } = await formerMember(page);
  const dialog = await openModal(page, 'Log In');
  await dialog.getByLabel('Email Address or Username').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('button', { name: 'Email Me a Link' }).click();
  await expect(dialog.getByRole('heading', { name: 'Check your inbox' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Or log in with password' }).click();
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();

  const { dataDir } = await sharedSite();
  const { link } = await mailTo(dataDir, email, { subject: 'Log in' });
  await page.goto(link);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL('/about');
  await expect(page.getByRole('banner').getByRole('button', { name: username })).toBeAttached();
});
