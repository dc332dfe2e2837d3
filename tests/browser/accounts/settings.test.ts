import sharp from 'sharp';
import { mailTo } from '../../support/mails.ts';
import { sharedSite } from '../../support/shared-site.ts';
import { expect, formerMember, newAddress, PASSWORD, register, test } from '../../support/visitor.ts';

const SETTINGS = '/forums/profile.php?do=accountsettings';
const NEW_PASSWORD = 'four green teapots';

test('a guest logs in first and comes back, and changes name, picture and theme', async ({ page }) => {
  const { username: taken } = await register(page);
  await page.context().clearCookies();
  const { email } = await formerMember(page);
  await page.goto(SETTINGS);
  await expect(page.getByRole('heading', { level: 1, name: 'Log In' })).toBeVisible();
  await page.getByRole('main').getByLabel('Email Address or Username').fill(email);
  await page.getByRole('main').getByLabel('Password').fill(PASSWORD);
  await page.getByRole('main').getByRole('button', { name: 'Log In' }).click();
  await expect(page).toHaveURL(SETTINGS);
  await expect(page.getByRole('heading', { level: 1, name: 'Account settings' })).toBeVisible();
  await page.getByRole('dialog', { name: 'Verify Your Email' }).getByRole('button', { name: 'Close' }).click();

  // A picture is uploaded or chosen, and what is no picture is refused.
  const now = () => page.getByRole('region', { name: 'Your picture' }).locator('img').first().getAttribute('src');
  const upload = async (name: string, buffer: Buffer) => {
    await page.getByLabel('Upload a picture').setInputFiles({ name, mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Upload', exact: true }).click();
  };
  await upload(
    'me.png',
    await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c0ffee' } })
      .png()
      .toBuffer(),
  );
  await expect(page.getByText('Your picture was saved.')).toBeVisible();
  expect(await now()).toMatch(/\.webp$/);
  await upload('me.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await expect(page.getByRole('alert')).toBeVisible();
  expect(await now()).toMatch(/\.webp$/);
  await page.getByRole('button', { name: 'Colour 4' }).click();
  await expect(page.getByRole('button', { name: 'Colour 4' })).toHaveAttribute('aria-pressed', 'true');
  expect(await now()).toMatch(/-3\.svg$/);

  await expect(page.getByRole('radio', { name: 'Match my device' })).toBeChecked();
  await page.getByRole('radio', { name: 'Midnight' }).check();
  await page.getByRole('button', { name: 'Save theme' }).click();
  await expect(page.getByText('Your theme was saved.')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Midnight' })).toBeChecked();
  // It wins over the system, here and at once.
  await expect(page.getByRole('button', { name: 'Midnight theme' })).toHaveAttribute('aria-pressed', 'true');

  // A name that is taken is told beside it, and another one shows on one's page.
  const field = page.getByRole('textbox', { name: 'Username' });
  await field.fill(taken);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText('This username is taken. Please choose another one.')).toBeVisible();
  await expect(field).toHaveValue(taken);
  await expect(field).toBeFocused();
  const own = `Ada.${Date.now().toString(36)}`;
  await field.fill(own);
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByText(`Your name is now ${own}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Your public page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: own })).toBeVisible();
});

test('a password is changed, which signs out everywhere else; so is the e-mail address; the data is taken along, and the account deleted', async ({
  page,
  browser,
  siteUrl,
}) => {
  const { email, username } = await register(page);
  const elsewhere = await browser.newContext();
  await elsewhere.request.post(`${siteUrl}/forums/login.php`, {
    form: { do: 'login', vb_login_username: email, vb_login_password: PASSWORD, ajax: '1', securitytoken: 'guest' },
  });
  await page.goto(SETTINGS);
  const signedIn = page.getByRole('region', { name: 'Where you are signed in' }).getByRole('listitem');
  await expect(signedIn).toHaveCount(2);
  const signOuts = page.getByRole('button', { name: /^Sign out/ });
  await expect(signOuts).toHaveText(['Sign out', 'Sign out elsewhere']);
  const change = async (current: string, next: string, confirm = next) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByLabel('Confirm password').fill(confirm);
    await page.getByRole('button', { name: 'Save password' }).click();
  };
  await change('not my password', NEW_PASSWORD);
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await change(PASSWORD, 'password123');
  await expect(page.getByText('This password is too common. Please choose another one.')).toBeVisible();
  await change(PASSWORD, NEW_PASSWORD, 'something else');
  await expect(page.getByText('Must match the password')).toBeVisible();
  await change(PASSWORD, NEW_PASSWORD);
  await expect(page.getByText('Your password was changed, and all other devices were signed out.')).toBeVisible();
  await expect(signedIn).toHaveCount(1);
  await expect(signOuts).toHaveCount(0);
  await elsewhere.close();

  // An address changes once the new one is confirmed.
  const { dataDir } = await sharedSite();
  const next = newAddress();
  await page.getByRole('link', { name: 'Change your email address' }).click();
  await page.getByLabel('New email address').fill(next);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Change email address' }).click();
  await expect(page.getByText(`We've sent a confirmation email to ${next}.`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(email);
  expect((await mailTo(dataDir, email, { subject: 'about to change' })).text).toContain(next);
  await page.goto((await mailTo(dataDir, next)).link);
  await page.getByRole('button', { name: 'Confirm email address' }).click();
  await expect(page.getByText('Your new email address is confirmed.')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Email address' })).toContainText(`${next} (verified)`);

  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download my data' }).click()]);
  expect(download.suggestedFilename()).toBe(`magpie-${username}.json`);
  // What was begun in this browser goes with the account, and not before.
  const begun = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^(?:draft:|post-deal)/.test(key)));
  await page.evaluate(() => {
    localStorage.setItem('draft:1:0', '{"userid":1,"text":"A comment that is begun"}');
    localStorage.setItem('post-deal', '{"member":"1","fields":{"title":"A deal that is begun"}}');
  });
  await page.goto('/account/goodbye');
  expect((await begun()).toSorted()).toEqual(['draft:1:0', 'post-deal']);
  await page.goto(SETTINGS);
  await page.getByText('Delete my account', { exact: true }).first().click();
  await page.getByLabel('Your password').fill('not my password');
  await page.getByLabel('Yes, delete my account').check();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByLabel('Your password').fill(NEW_PASSWORD);
  await page.getByLabel('Yes, delete my account').check();
  await page.getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Goodbye' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign Up' })).toBeVisible();
  await expect.poll(begun, { timeout: 20_000 }).toEqual([]);
  const answer = await page.request.post('/ajax/usercheck.php', { form: { email: next } });
  expect(await answer.json()).toEqual({ emailExists: false });
});
