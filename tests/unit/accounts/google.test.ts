import { UnsecuredJWT, type JWTPayload } from 'jose';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { verifyGoogle } from '../../../src/features/accounts/social/google.server.ts';
import { readConfig } from '../../../src/server/config.ts';
import { openIssuerKeys, IssuerUnavailable } from '../../../src/server/issuer-keys.ts';
import { DISCOVERY, KEYS, makeKey, openIssuer, publicText, type Issuer } from '../../support/issuer.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const AT = NOW.getTime() / 1_000;
const CLIENT = 'ours.apps.googleusercontent.com';
const NONCE = 'hash-of-the-nonce';

let issuer: Issuer;
let now: Date;
let verify: (credential: string, nonce?: string) => ReturnType<typeof verifyGoogle>;

const contextAt = (url: string) => {
  const clock = () => now;
  return { config: readConfig({ GOOGLE_CLIENT_ID: CLIENT, GOOGLE_ISSUER: url }), clock, keysOf: openIssuerKeys(clock) };
};

const claims = (changes: JWTPayload = {}): JWTPayload => ({
  ...{ iss: issuer.url, aud: CLIENT, sub: '1067', iat: AT, exp: AT + 3_600, nonce: NONCE },
  ...{ email: 'ada@deals.example', email_verified: true, name: 'Ada Lovelace' },
  ...changes,
});
const ADA = { subject: '1067', email: 'ada@deals.example', emailVerified: true, runsMailbox: false };

beforeEach(async () => {
  now = NOW;
  issuer = await openIssuer();
  onTestFinished(() => issuer.stop());
  const context = contextAt(issuer.url);
  verify = (credential, nonce = NONCE) => verifyGoogle(context, credential, nonce);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a token of Google', () => {
  test.each(['RS256', 'ES256'])('signed by %s says who somebody is', async (alg) => {
    await issuer.rotate(alg);
    expect(await verify(await issuer.sign(claims()))).toEqual(ADA);
  });

  test.each<[string, JWTPayload, object]>([
    ['without a name', { name: undefined }, {}],
    ['with an address that Google does not know', { email_verified: false }, { emailVerified: false }],
    ['that does not say whether the address is known', { email_verified: undefined }, { emailVerified: false }],
    ['that says so in words', { email_verified: 'true' }, { emailVerified: true }],
    ['of a mailbox of Google’s', { email: 'ada@gmail.com' }, { email: 'ada@gmail.com', runsMailbox: true }],
    ['of the same, by its other name', { email: 'Ada@GoogleMail.com' }, { email: 'Ada@GoogleMail.com', runsMailbox: true }],
    ['of an organisation whose mail Google runs', { hd: 'Deals.example' }, { runsMailbox: true }],
    ['of another organisation', { hd: 'other.example' }, {}],
    ['of a part of one', { hd: 'example' }, {}],
    ['with something else for an organisation', { hd: ['deals.example'] }, {}],
    ['of a mailbox that only looks like Google’s', { email: 'ada@gmail.com.evil.example' }, { email: 'ada@gmail.com.evil.example' }],
    [
      'of an organisation, for an address that Google does not know',
      { hd: 'deals.example', email_verified: false },
      { emailVerified: false },
    ],
    ['that has just run out', { exp: AT - 59 }, {}],
    ['of a clock that is a little ahead', { iat: AT + 59, nbf: AT + 59 }, {}],
  ])('%s is taken', async (_what, changes, found) => {
    expect(await verify(await issuer.sign(claims(changes)))).toEqual({ ...ADA, ...found });
  });

  test.each<[string, JWTPayload]>([
    ['of another issuer', { iss: 'https://evil.example' }],
    ["by Google's short name, from an issuer that is not Google", { iss: 'accounts.google.com' }],
    ['for another app', { aud: 'theirs.apps.googleusercontent.com' }],
    ['for another app too', { aud: [CLIENT, 'theirs.apps.googleusercontent.com'] }],
    ['for nobody', { aud: undefined }],
    ['with another nonce', { nonce: 'another' }],
    ['without a nonce', { nonce: undefined }],
    ['that has run out', { exp: AT - 61 }],
    ['that never runs out', { exp: undefined }],
    ['that is not valid yet', { nbf: AT + 61 }],
    ['from the future', { iat: AT + 61 }],
    ['that does not say when it was made', { iat: undefined }],
    ['of nobody', { sub: undefined }],
    ['of nobody at all', { sub: '' }],
    ['without an address', { email: undefined }],
    ['with something else for an address', { email: ['ada@deals.example'] }],
  ])('%s is refused', async (_what, changes) => {
    expect(await verify(await issuer.sign(claims(changes)))).toBeUndefined();
  });

  test('runs out by the clock of the site', async () => {
    const token = await issuer.sign(claims());
    now = new Date(NOW.getTime() + 3_661_000);
    expect(await verify(token)).toBeUndefined();
  });

  test('without a nonce proves nothing to a browser that lost its own', async () => {
    expect(await verify(await issuer.sign(claims({ nonce: '' })), '')).toBeUndefined();
  });

  test('is refused when its signature is of another key, by whatever name', async () => {
    expect(await verify(await issuer.sign(claims(), await makeKey('RS256', issuer.key().kid)))).toBeUndefined();
    expect(await verify(await issuer.sign(claims(), await makeKey()))).toBeUndefined();
  });

  test('is refused when anything in it was changed', async () => {
    const [head, , signature] = (await issuer.sign(claims())).split('.');
    const [, body] = (await issuer.sign(claims({ email: 'eve@evil.example' }))).split('.');
    expect(await verify([head, body, signature].join('.'))).toBeUndefined();
  });

  test('is refused unsigned, and signed by the public key as if that were a secret', async () => {
    expect(await verify(new UnsecuredJWT(claims()).encode())).toBeUndefined();
    const { kid } = issuer.key();
    const forged = { kid, alg: 'HS256', privateKey: await publicText(issuer.key()) };
    expect(await verify(await issuer.sign(claims(), forged))).toBeUndefined();
  });

  test('is refused by a signature that Google does not use, though its key is known', async () => {
    await issuer.rotate('ES384');
    expect(await verify(await issuer.sign(claims()))).toBeUndefined();
  });

  test.each(['', 'x', 'a.b.c', '..', `${'a'.repeat(20_000)}.b.c`])('is refused when it is none: %j', async (credential) => {
    expect(await verify(credential)).toBeUndefined();
  });

  test('is refused while Google is off', async () => {
    const context = { ...contextAt(issuer.url), config: readConfig({}) };
    expect(await verifyGoogle(context, await issuer.sign(claims()), NONCE)).toBeUndefined();
  });

  test.each(['https://accounts.google.com', 'accounts.google.com'])('is of Google by the name of %s', async (iss) => {
    const context = { ...contextAt('https://accounts.google.com'), keysOf: () => openIssuerKeys(() => now)(issuer.url) };
    expect(await verifyGoogle(context, await issuer.sign(claims({ iss })), NONCE)).toEqual(ADA);
    expect(await verifyGoogle(context, await issuer.sign(claims({ iss: `${iss}.evil.example` })), NONCE)).toBeUndefined();
  });
});

describe("Google's keys", () => {
  const asked = () => issuer.asked.map(({ path }) => path);

  test('are asked for once, and looked for again after a day', async () => {
    await Promise.all([1, 2, 3].map(async () => verify(await issuer.sign(claims()))));
    await verify(await issuer.sign(claims()));
    expect(asked()).toEqual([DISCOVERY, KEYS]);
    now = new Date(NOW.getTime() + 25 * 3_600_000);
    await verify(await issuer.sign(claims()));
    expect(asked()).toEqual([DISCOVERY, KEYS, DISCOVERY, KEYS]);
  });

  test('are fetched anew when a token names one that is not known', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await verify(await issuer.sign(claims()))).toEqual(ADA);
    await issuer.rotate();
    // Unknown names cannot have them fetched all the time.
    expect(await verify(await issuer.sign(claims()))).toBeUndefined();
    vi.setSystemTime(Date.now() + 31_000);
    expect(await verify(await issuer.sign(claims()))).toEqual(ADA);
    expect(asked()).toEqual([DISCOVERY, KEYS, KEYS]);
  });

  test.each([DISCOVERY, KEYS])('cannot be had while %s does not work, and can afterwards', async (path) => {
    for (const answer of [{ status: 503, json: {} }, { text: '<html>' }, { json: { keys: 'none' } }]) {
      issuer.instead.set(path, answer);
      await expect(verify(await issuer.sign(claims()))).rejects.toThrow(IssuerUnavailable);
    }
    issuer.instead.clear();
    expect(await verify(await issuer.sign(claims()))).toEqual(ADA);
  });

  test('cannot be had from an issuer that says it is another', async () => {
    issuer.instead.set(DISCOVERY, { json: { issuer: 'https://evil.example', jwks_uri: `${issuer.url}${KEYS}` } });
    await expect(verify(await issuer.sign(claims()))).rejects.toThrow(IssuerUnavailable);
  });

  test('cannot be had from a server that is away, but serve on when they were had before', async () => {
    const token = await issuer.sign(claims());
    expect(await verify(token)).toEqual(ADA);
    await issuer.stop();
    expect(await verify(token)).toEqual(ADA);
    await expect(verifyGoogle(contextAt(issuer.url), token, NONCE)).rejects.toThrow(IssuerUnavailable);
    issuer = await openIssuer();
  });

  test.each([DISCOVERY, KEYS])('are waited for no longer than 5 s when %s does not answer', async (path) => {
    const timeout = AbortSignal.timeout.bind(AbortSignal);
    const waited = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 100));
    issuer.instead.set(path, undefined);
    await expect(verify(await issuer.sign(claims()))).rejects.toThrow(IssuerUnavailable);
    expect(waited.mock.calls.every(([ms]) => ms === 5_000)).toBe(true);
  });
});
