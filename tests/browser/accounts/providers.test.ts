import type { Page } from '@playwright/test';
import { answerWith, expect, test } from '../../support/visitor.ts';

/** Google's script as far as the site uses it: its button hands over a credential. */
const GOOGLE = `
  window.google = { accounts: { id: {
    initialize(options) { window.googleOptions = options; },
    renderButton(place, options) {
      const button = document.createElement('button');
      button.textContent = 'Continue with Google';
      button.dataset.width = options.width;
      button.addEventListener('click', () => window.googleOptions.callback(window.googleGives ?? { credential: 'token', clientId: 'magpie' }));
      place.append(button);
    },
  } } };`;

/** Facebook's SDK likewise. */
const FACEBOOK = `
  window.FB = {
    init(options) { window.facebookOptions = options; },
    login(tell, options) {
      window.facebookScope = options.scope;
      tell(window.facebookGives ?? { status: 'connected', authResponse: { accessToken: 'face' } });
    },
  };`;

/** reCAPTCHA likewise. */
const CAPTCHA = `
  window.grecaptcha = {
    ready: (run) => run(),
    execute: async (key, { action }) => 'v3 of ' + key + ' for ' + action,
    render(place, options) {
      const box = document.createElement('button');
      box.type = 'button';
      box.textContent = 'I am a person';
      box.addEventListener('click', () => options.callback('v2 of ' + options.sitekey));
      place.append(box);
      return 1;
    },
  };`;

/** The site as it is with other settings: the pages say so, and the scripts are the test's. */
async function configured(page: Page, settings: object): Promise<void> {
  const whole = JSON.stringify({ showOnPageLoad: false, small: 'overlay', large: 'center', ...settings });
  await page.route(/\/about(?:\?|$)/, async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/(id="sign-in">)[^<]*/, (_all, start: string) => start + whole);
    await route.fulfill({ response: answer, body: html });
  });
  const script = (path: string, body: string) =>
    page.route(`**${path}*`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await script('/fake/google.js', GOOGLE);
  await script('/fake/facebook.js', FACEBOOK);
  await script('/recaptcha/api.js', CAPTCHA);
}

const told = <T>(page: Page, name: string) => page.evaluate((key) => (window as unknown as Record<string, T>)[key], name);

test('the modal opens by itself where that is configured, but not for members, and with no provider where none is', async ({
  page,
  siteUrl,
}) => {
  await configured(page, { showOnPageLoad: true });
  await page.goto('/about');
  await expect(page.getByRole('dialog', { name: 'Sign Up' }).getByLabel('Email Address')).toBeVisible();
  await expect(page.getByText('Or Continue With')).toHaveCount(0);
  await page.context().addCookies([{ name: 'signed-in', value: '1', url: siteUrl }]);
  await page.goto('/about');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('Google’s credential is handed to the server, and its redirect followed; with noextjs=1 no script of anybody else is loaded', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await configured(page, { google: { clientId: 'magpie', script: '/fake/google.js' } });
  await answerWith(page, '/auth/google/nonce/', { nonce: 'once' });
  await page.goto('/about?noextjs=1');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect.poll(() => asked.includes('/auth/google/nonce/')).toBe(true);
  await expect(page.getByRole('dialog').getByLabel('Email Address')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue with Google' })).toHaveCount(0);
  expect(asked).not.toContain('/fake/google.js');

  let sent: unknown;
  let token: string | undefined;
  await page.route('**/auth/google/callback/', async (route) => {
    sent = route.request().postDataJSON();
    token = route.request().headers()['x-security-token'];
    await route.fulfill({ json: { redirect: '/popular' } });
  });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Sign Up' }).click();
  await expect(page.getByText('Or Continue With')).toBeVisible();
  const button = page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' });
  await expect(button).toHaveAttribute('data-width', '300');
  expect(await told(page, 'googleOptions')).toMatchObject({ client_id: 'magpie', nonce: 'once' });
  await page.evaluate(() => Object.assign(window, { googleGives: { credential: 'token' } }));
  await button.click();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toHaveText('An error has occurred. Please try again.');
  await expect(alert).toBeFocused();
  expect(sent).toBeUndefined();
  await page.evaluate(() => Object.assign(window, { googleGives: undefined }));
  await button.click();
  await expect(page).toHaveURL('/popular');
  expect(sent).toEqual({ credential: 'token', clientId: 'magpie', regUrl: '/about', actionSource: 'header' });
  expect(token).toBe('guest');
});

test('each answer to a sign-on with Facebook is told', async ({ page }) => {
  await configured(page, { facebook: { appId: '42', script: '/fake/facebook.js' } });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog');
  const button = dialog.getByRole('button', { name: 'Continue with Facebook' });
  const alert = dialog.getByRole('alert');
  await page.evaluate(() => Object.assign(window, { facebookGives: { status: 'unknown' } }));
  await button.click();
  await expect(button).toBeEnabled();
  await expect(alert).toHaveCount(0);
  await page.evaluate(() => Object.assign(window, { facebookGives: undefined }));
  for (const [status, text] of [
    ['retry', 'A network error occurred. Please try again.'],
    ['ssoLink', 'Log in first, then connect Facebook.'],
    ['permissionRequired', 'Facebook did not tell us your email address.'],
  ] as const) {
    await answerWith(page, '/facebook/sign-on/', { status, message: text });
    await button.click();
    await expect(alert).toHaveText(text);
  }
  expect(await told(page, 'facebookOptions')).toMatchObject({ appId: '42', version: 'v10.0' });
  expect(await told(page, 'facebookScope')).toBe('public_profile,email');
  const sent = await answerWith(page, '/facebook/sign-on/', { status: 'success', redirect: '/popular', redirectPost: null });
  await button.click();
  await expect(page).toHaveURL('/popular');
  expect(Object.fromEntries(sent[0]!)).toMatchObject({ facebookAccessToken: 'face', actionSource: 'header', regUrl: '/about' });
});

test('a captcha goes with the log-in, and the checkbox comes when the first was not enough', async ({ page, siteUrl }) => {
  await configured(page, { captcha: siteUrl });
  let required = false;
  const asked: string[] = [];
  await page.route('**/security/recaptcha/settings/*', async (route) => {
    asked.push(new URL(route.request().url()).search);
    const keys = { recaptchaV3IsEnabled: true, recaptchaV3PublicKey: 'three', recaptchaV2PublicKey: 'two' };
    await route.fulfill({ json: { ...keys, recaptchaV2IsRequired: required } });
  });
  const message = 'We could not confirm that you are human. Please try again.';
  const sent = await answerWith(page, '/forums/login.php', { success: false, status: 'error', message, error: message });
  await page.goto('/about');
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email Address or Username').fill('somebody');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('whatever');
  await expect.poll(() => asked).toEqual(['?action=login']);
  required = true;
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(message);
  expect(Object.fromEntries(sent[0]!)).toMatchObject({ recaptchaV3Token: 'v3 of three for login', recaptchaV2Token: '' });
  await dialog.getByRole('button', { name: 'I am a person' }).click();
  await dialog.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => sent.length).toBe(2);
  expect(sent[1]!.get('recaptchaV2Token')).toBe('v2 of two');
});
