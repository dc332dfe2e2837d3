import { expect, test, vi } from 'vitest';
import { captchaSettingsCall } from '../../../src/features/accounts/contracts/captcha-settings.ts';
import { logInCall } from '../../../src/features/accounts/contracts/log-in.ts';
import { registerCall } from '../../../src/features/accounts/contracts/register.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const CAPTCHA = 'https://captcha.example';
const V3 = {
  recaptchaV3IsEnabled: true,
  recaptchaV3PublicKey: 'key of v3',
  recaptchaV2IsRequired: false,
  recaptchaV2PublicKey: 'key of v2',
};
const V2 = { ...V3, recaptchaV2IsRequired: true };
const NONE = { recaptchaV3IsEnabled: false, recaptchaV3PublicKey: '', recaptchaV2IsRequired: false, recaptchaV2PublicKey: '' };
const REFUSED = 'We could not confirm that you are human. Please try again.';

async function open({
  captcha = CAPTCHA,
  settings = V3,
  hasScripts = true,
}: { captcha?: string; settings?: object; hasScripts?: boolean } = {}) {
  const page = stubPage({ signIn: { ...(captcha && { captcha }) }, hasScripts });
  page.answer(captchaSettingsCall, settings);
  vi.stubGlobal('grecaptcha', {
    ready: (run: () => void) => run(),
    execute: async (key: string, { action }: { action: string }) => `${key} for ${action}`,
  });
  return { page, ...(await import('../../../src/features/accounts/modal/captcha/store.ts')) };
}

test('a site without a captcha asks for nothing and sends no token', async () => {
  const { page, $captcha, loadCaptcha, captchaTokens } = await open({ captcha: '' });
  await loadCaptcha('login');
  expect($captcha.get().settings).toBeNull();
  expect(await captchaTokens('login')).toEqual({ v2: '', v3: '' });
  expect([page.sent, page.scripts]).toEqual([[], []]);
});

test('the score is asked for with the name of the action', async () => {
  const { page, $captcha, loadCaptcha, captchaTokens } = await open();
  await loadCaptcha('registration');
  expect(page.sent.map(({ address }) => address)).toEqual(['/security/recaptcha/settings/?action=registration']);
  expect($captcha.get()).toEqual({ settings: V3, v2Token: '' });
  expect(await captchaTokens('registration')).toEqual({ v2: '', v3: 'key of v3 for registration' });
  expect(page.scripts).toEqual([`${CAPTCHA}/recaptcha/api.js?render=key%20of%20v3`]);
});

test('where no score is wanted, what the checkbox gave is sent alone', async () => {
  const { page, loadCaptcha, keepCheckboxToken, captchaTokens } = await open({ settings: { ...NONE, recaptchaV2IsRequired: true } });
  await loadCaptcha('login');
  keepCheckboxToken('ticked');
  expect(await captchaTokens('login')).toEqual({ v2: 'ticked', v3: '' });
  expect(page.scripts).toEqual([]);
});

test('a script that does not come leaves the decision to the server', async () => {
  const { loadCaptcha, captchaTokens } = await open({ hasScripts: false });
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  await loadCaptcha('login');
  expect(await captchaTokens('login')).toEqual({ v2: '', v3: '' });
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('settings that do not come are none, and a ticked box counts once', async () => {
  const { page, $captcha, loadCaptcha, keepCheckboxToken } = await open();
  await loadCaptcha('login');
  keepCheckboxToken('ticked');
  page.answer(captchaSettingsCall, { status: 'error', message: 'A server error' }, 500);
  await loadCaptcha('login');
  expect($captcha.get()).toEqual({ settings: null, v2Token: '' });
});

test('the checkbox comes once the server did not take the score, and for no other refusal', async () => {
  const { page, $captcha, loadCaptcha, renewCaptcha } = await open();
  await loadCaptcha('login');
  page.answer(captchaSettingsCall, V2);
  await renewCaptcha('login', 'Wrong password, or no such account.');
  expect($captcha.get().settings).toEqual(V3);
  await renewCaptcha('login', REFUSED);
  expect($captcha.get().settings).toEqual(V2);
});

test.each(['Wrong password, or no such account.', 'An error has occurred. Please try again.', REFUSED])(
  'after any refusal (%s) what the checkbox gave is used up, and another box comes',
  async (message) => {
    const { $captcha, loadCaptcha, keepCheckboxToken, captchaTokens, renewCaptcha } = await open({ settings: V2 });
    await loadCaptcha('login');
    keepCheckboxToken('ticked');
    const { settings } = $captcha.get();
    await renewCaptcha('login', message);
    expect(await captchaTokens('login')).toMatchObject({ v2: '' });
    expect($captcha.get().settings).toEqual(V2);
    // The box is drawn for other settings.
    expect($captcha.get().settings).not.toBe(settings);
  },
);

const WRONG = { message: 'Wrong password, or no such account.', status: 'error' };
test.each([
  {
    ...{ what: 'a log-in', call: logInCall, field: 'recaptchaV2Token', refused: { ...WRONG, success: false, error: WRONG.message } },
    submit: async () => (await import('../../../src/features/accounts/modal/log-in/store.ts')).submitPassword(),
  },
  {
    ...{ what: 'a registration', call: registerCall, field: 'g-recaptcha-response', refused: { ...WRONG, field: 'password' } },
    submit: async () => (await import('../../../src/features/accounts/modal/register.ts')).register('ada@example.org', 'nine kettles'),
  },
])('$what sends once what the checkbox gave, also where no answer comes', async ({ call, field, refused, submit }) => {
  const { page, loadCaptcha, keepCheckboxToken } = await open({ settings: V2 });
  await loadCaptcha('login');
  const { setFields } = await import('../../../src/features/accounts/modal/log-in/store.ts');
  setFields({ identifier: 'ada', password: 'nine kettles' });
  keepCheckboxToken('first');
  await submit();
  page.answer(call, refused);
  keepCheckboxToken('second');
  await submit();
  await submit();
  expect(page.sentTo(call).map((fields) => fields[field])).toEqual(['first', 'second', '']);
});

test('no checkbox comes where the site has none', async () => {
  const { page, loadCaptcha, renewCaptcha } = await open({ settings: { ...V3, recaptchaV2PublicKey: '' } });
  await loadCaptcha('login');
  await renewCaptcha('login', REFUSED);
  expect(page.sent).toHaveLength(1);
});
