import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { captchaSettings, passesCaptcha, type CaptchaTokens } from '../../../src/features/accounts/captcha.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import type { JsonAnswer } from '../../support/json-site.ts';
import { openSiteVerify, type SiteVerify } from '../../support/siteverify.ts';

const V3 = { RECAPTCHA_V3_PUBLIC_KEY: 'v3-public', RECAPTCHA_V3_SECRET: 'v3-secret' };
const V2 = { RECAPTCHA_V2_PUBLIC_KEY: 'v2-public', RECAPTCHA_V2_SECRET: 'v2-secret' };

const PASSES = { passes: true, v2Required: false };

describe('captcha settings', () => {
  test.each<[string, Record<string, string>, boolean, unknown[]]>([
    ['no keys', {}, false, [false, '', false, '']],
    ['no keys, after a failure', {}, true, [false, '', false, '']],
    ['v3 keys', V3, false, [true, 'v3-public', false, '']],
    ['v3 keys, after a failure', V3, true, [true, 'v3-public', false, '']],
    ['both keys', { ...V3, ...V2 }, false, [true, 'v3-public', false, 'v2-public']],
    ['both keys, after a failure', { ...V3, ...V2 }, true, [true, 'v3-public', true, 'v2-public']],
    ['v2 keys', V2, false, [false, '', true, 'v2-public']],
  ])('with %s', (_what, env, v2Required, [enabled, v3Key, required, v2Key]) => {
    expect(captchaSettings({ config: readConfig(env) }, { v2Required })).toEqual({
      recaptchaV3IsEnabled: enabled,
      recaptchaV3PublicKey: v3Key,
      recaptchaV2IsRequired: required,
      recaptchaV2PublicKey: v2Key,
    });
  });
});

describe('a captcha', () => {
  let verify: SiteVerify;

  const pass = (tokens: CaptchaTokens, env: Record<string, string> = { ...V3, ...V2 }) =>
    passesCaptcha({ config: readConfig({ SITE_URL: 'https://deals.example', RECAPTCHA_URL: verify.url, ...env }) }, 'registration', tokens);
  const person = { success: true, hostname: 'deals.example', action: 'registration', score: 0.9 };

  beforeEach(async () => {
    verify = await openSiteVerify();
    onTestFinished(() => verify.stop());
  });

  test('lets everybody through while it is off', async () => {
    expect(await pass({}, {})).toEqual(PASSES);
    expect(verify.asked).toEqual([]);
  });

  test('is asked with secret, token and address, and lets a person through', async () => {
    verify.verdicts.set('v3-secret token', { ...person, score: 0.5 });
    expect(await pass({ v3Token: 'token', address: '203.0.113.7' })).toEqual(PASSES);
    expect(Object.fromEntries(verify.asked[0]!.form)).toEqual({ secret: 'v3-secret', response: 'token', remoteip: '203.0.113.7' });
  });

  test('takes a token once', async () => {
    verify.verdicts.set('v3-secret token', person);
    await pass({ v3Token: 'token' });
    expect(await pass({ v3Token: 'token' })).toEqual({ passes: false, v2Required: true });
  });

  test.each<[string, object]>([
    ['that is none', { ...person, success: false }],
    ['of a low score', { ...person, score: 0.49 }],
    ['without a score', { ...person, score: undefined }],
    ['of another action', { ...person, action: 'login' }],
    ['of another site', { ...person, hostname: 'evil.example' }],
  ])('asks for v2 after a token of v3 %s', async (_what, verdict) => {
    verify.verdicts.set('v3-secret token', verdict);
    expect(await pass({ v3Token: 'token' })).toEqual({ passes: false, v2Required: true });
    verify.verdicts.set('v3-secret token', verdict);
    expect(await pass({ v3Token: 'token' }, V3)).toEqual({ passes: false, v2Required: false });
  });

  test('takes a token of v2 in the place of v3, from this site only', async () => {
    verify.verdicts.set('v2-secret box', { success: true, hostname: 'deals.example' });
    expect(await pass({ v3Token: 'bad', v2Token: 'box' })).toEqual(PASSES);
    verify.verdicts.set('v2-secret box', { success: true, hostname: 'evil.example' });
    expect(await pass({ v2Token: 'box' })).toEqual({ passes: false, v2Required: true });
    verify.verdicts.set('v2-secret box', { success: true, hostname: 'deals.example' });
    expect(await pass({ v2Token: 'box' }, V2)).toEqual(PASSES);
    expect(await pass({ v2Token: 'box' }, V3)).toEqual({ passes: false, v2Required: false });
  });

  test('takes no token of v3 for one of v2', async () => {
    verify.verdicts.set('v3-secret token', person);
    expect(await pass({ v2Token: 'token' })).toEqual({ passes: false, v2Required: true });
  });

  test('lets nobody through without a token, or while its server does not answer', async () => {
    expect(await pass({})).toEqual({ passes: false, v2Required: true });
    const answers: JsonAnswer[] = [{ status: 500, json: person }, { text: '<html>' }, { json: { success: 'yes' } }, { json: null }];
    for (const answer of answers) {
      verify.instead.answer = answer;
      expect(await pass({ v3Token: 'token', v2Token: 'box' })).toEqual({ passes: false, v2Required: true });
    }
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    onTestFinished(() => waited.mockRestore());
    verify.instead.answer = undefined;
    expect(await pass({ v3Token: 'token' })).toEqual({ passes: false, v2Required: true });
    expect(waited.mock.calls).toEqual([[5_000]]);
  });
});
