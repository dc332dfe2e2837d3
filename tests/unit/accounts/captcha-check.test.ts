import { expect, onTestFinished, test } from 'vitest';
import { registerActions } from '../../../src/features/accounts/actions.server.ts';
import { answerCaptchaSettings } from '../../../src/features/accounts/sign-in/captcha-check.server.ts';
import { readEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext } from '../../support/accounts.ts';
import { Caller, newEmail, PASSWORD } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import { openSiteVerify } from '../../support/siteverify.ts';

const captcha = readEndpoint(answerCaptchaSettings);

onDatabase('the captcha', (open) => {
  test('is asked on the server, and for v2 after v3 was not sure', async () => {
    const verify = await openSiteVerify();
    onTestFinished(() => verify.stop());
    const context = accountsContext((await open()).db, {
      ...{ RECAPTCHA_URL: verify.url, RECAPTCHA_V3_PUBLIC_KEY: 'v3-public', RECAPTCHA_V3_SECRET: 'v3-secret' },
      ...{ RECAPTCHA_V2_PUBLIC_KEY: 'v2-public', RECAPTCHA_V2_SECRET: 'v2-secret' },
    });
    const browser = new Caller(context);
    const settings = async () =>
      (await browser.call(captcha, { method: 'GET', address: '/security/recaptcha/settings/?action=registration' })).answer;
    const email = newEmail();
    const register = (tokens: Record<string, string>) =>
      browser.call(registerActions, {
        address: '/forums/register.php?do=addmember',
        form: { email, password: PASSWORD, securitytoken: 'guest', ...tokens },
      });
    expect(await settings()).toMatchObject({ recaptchaV3IsEnabled: true, recaptchaV3PublicKey: 'v3-public', recaptchaV2IsRequired: false });
    const { hostname } = new URL(context.config.siteUrl);
    verify.verdicts.set('v3-secret doubtful', { success: true, hostname, action: 'registration', score: 0.1 });
    expect((await register({ recaptchaV3Token: 'doubtful' })).answer).toEqual({
      ...{ field: 'captcha', message: 'We could not confirm that you are human. Please try again.' },
    });
    expect(await settings()).toMatchObject({ recaptchaV2IsRequired: true, recaptchaV2PublicKey: 'v2-public' });
    expect((await register({ 'g-recaptcha-response': 'made up' })).answer).toMatchObject({ field: 'captcha' });
    verify.verdicts.set('v2-secret ticked', { success: true, hostname });
    expect((await register({ 'g-recaptcha-response': 'ticked' })).answer).toMatchObject({ successUrl: '/' });
  });
});
