import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { answerWith, expect, formerMember, newAddress, openModal, PASSWORD, test } from '../../support/visitor.ts';

test(
  'signing up, once what is wrong is told at its field, leads to a name of one’s own, then to the verification',
  { tag: '@phone' },
  async ({ page }) => {
    const address = newAddress();
    const dialog = await openModal(page, 'Sign Up');
    await expect(dialog.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
    await expect(dialog.getByText(/Terms of Service and Privacy Policy/)).toBeVisible();
    const email = dialog.getByLabel('Email Address');
    await email.fill('nobody');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(email).toBeFocused();
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
    await email.fill(address);
    await email.press('Enter');

    const password = dialog.getByLabel('Password', { exact: true });
    const confirmation = dialog.getByLabel('Confirm Password');
    await expect(password).toBeFocused();
    await password.fill('seven77');
    await expect(password).toHaveAccessibleDescription('Use 8 or more characters');
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await expect(password).toBeFocused();
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await password.fill('password123');
    await expect(password).toHaveAccessibleDescription(/Use 8 or more characters \(done\)/);
    await confirmation.fill('password');
    await confirmation.press('Enter');
    await expect(confirmation).toBeFocused();
    await expect(confirmation).toHaveAttribute('aria-invalid', 'true');
    await expect(confirmation).toHaveAccessibleDescription('Must match the password');
    await confirmation.fill('password123');
    await expect(confirmation).toHaveAccessibleDescription(/\(done\)/);
    await dialog.getByRole('button', { name: 'Sign Up' }).click();
    await expect(password).toHaveAccessibleDescription(/This password is too common\. Please choose another one\./);
    await expect(password).toBeFocused();

    // A password can be shown, and is kept on the way back to the address.
    await password.fill(PASSWORD);
    await expect(password).toHaveAttribute('type', 'password');
    await dialog.getByRole('button', { name: 'Show password' }).click();
    await expect(password).toHaveAttribute('type', 'text');
    await dialog.getByRole('button', { name: 'Back' }).click();
    await expect(email).toHaveValue(address);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(password).toHaveValue(PASSWORD);
    await confirmation.fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Sign Up' }).click();

    const welcome = page.getByRole('dialog', { name: 'Welcome' });
    await expect(welcome.getByRole('radio').first()).toBeChecked();
    expect(await welcome.getByRole('radio').count()).toBeGreaterThan(2);
    await expect(page).toHaveURL('/about');
    const name = await welcome.getByRole('radio').nth(1).getAttribute('value');
    await welcome.getByRole('radio').nth(1).check();
    await welcome.getByRole('button', { name: 'Save' }).click();
    const saved = page.getByRole('dialog', { name: 'Great choice.' });
    await expect(saved).toContainText(name!);
    await saved.getByRole('button', { name: 'Next Step' }).click();

    const verify = page.getByRole('dialog', { name: 'Verify Your Email' });
    await expect(verify).toContainText(address);
    await verify.getByRole('button', { name: "Got It - I'll Verify" }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('banner').getByRole('button', { name: name! })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('banner').getByRole('button', { name: name! })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    const { dataDir } = await sharedSite();
    const mail = await mailTo(dataDir, address, { subject: 'Verify' });
    expect(mail.link).toContain('/account/verify?token=');
  },
);

test('an address that has an account switches to Log In, with the address filled in; where there is no log-in it is told below it', async ({
  page,
}) => {
  const { email } = await formerMember(page);
  const dialog = await openModal(page, 'Sign Up');
  await dialog.getByLabel('Email Address').fill(email.toUpperCase());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const logIn = page.getByRole('dialog', { name: 'Log In' });
  await expect(logIn.getByText('Looks like you already have an account.')).toBeVisible();
  await expect(logIn.getByLabel('Email Address or Username')).toHaveValue(email.toUpperCase());

  await page.goto('/about');
  await page.getByRole('main').evaluate((main) => {
    main.insertAdjacentHTML('afterbegin', '<button data-click-action="regModal" data-log-in="no">Join</button>');
  });
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(dialog.getByRole('tab')).toHaveCount(0);
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText("Looks like you already have an account. Click 'Log In' to proceed.")).toBeVisible();
  await expect(dialog.getByLabel('Email Address')).toBeFocused();
});

test('an address that the server refuses leads back to its step, and a reply that cannot be read gives the default message', async ({
  page,
}) => {
  const sent = await answerWith(page, '/forums/register.php', { field: 'email', message: 'We cannot write to this address.' });
  const dialog = await openModal(page, 'Sign Up', '/about?from=there');
  const email = newAddress();
  await dialog.getByLabel('Email Address').fill(email);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(dialog.getByLabel('Email Address')).toHaveAccessibleDescription('We cannot write to this address.');
  await expect(dialog.getByLabel('Email Address')).toBeFocused();
  expect(Object.fromEntries(sent[0]!)).toMatchObject({
    ...{ email, password: PASSWORD, agree: '1', older_than_13: '1', url: '/about?from=there', securitytoken: 'guest' },
    ...{ action_source: 'header', 'g-recaptcha-response': '', recaptchaV3Token: '', nsid: '', email_hash: '' },
  });

  // An address that cannot be checked does not stand in the way.
  await answerWith(page, '/ajax/usercheck.php', '<h1>Bad gateway</h1>');
  await answerWith(page, '/forums/register.php', '<h1>Bad gateway</h1>');
  await dialog.getByLabel('Email Address').fill(newAddress());
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Confirm Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  const alert = dialog.getByRole('alert');
  await expect(alert).toHaveText('An error has occurred. Please try again.');
  await expect(alert).toBeFocused();
});

test('a deal alert is finished by adding a password', async ({ page }) => {
  const email = newAddress();
  const sent: string[] = [];
  page.on('request', (request) => request.url().includes('addmember') && sent.push(request.postData() ?? ''));
  await page.goto('/about');
  await page.getByRole('main').evaluate((main, address) => {
    const button = document.createElement('button');
    button.textContent = 'Alert me';
    Object.assign(button.dataset, { clickAction: 'dealAlertModal', email: address, criteriaId: '5' });
    main.prepend(button);
  }, email);
  await page.getByRole('button', { name: 'Alert me' }).click();
  const dialog = page.getByRole('dialog', { name: 'One more step' });
  await expect(dialog.getByText('Add a password to finish creating your deal alert')).toBeVisible();
  await expect(dialog.getByLabel('Email Address')).toBeDisabled();
  await expect(dialog.getByLabel('Email Address')).toHaveValue(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByRole('dialog', { name: 'Welcome' })).toBeVisible();
  expect(new URLSearchParams(sent[0]).get('criteriaid')).toBe('5');
});
