import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { newPasswordFault } from '../../../src/features/accounts/weak-passwords.server.ts';
import { readConfig } from '../../../src/server/config.ts';

const config = readConfig({ SITE_URL: 'https://www.dealnest.example' });
const ADA = { email: 'ada.lovelace@analytical.example', username: 'Countess-Byron' };
const faultOf = (password: string) => newPasswordFault({ config }, password, ADA);
const COMMON = 'This password is too common. Please choose another one.';

describe('a new password is refused as too common', () => {
  test.each([
    ['repeats', ['aaaaaaaa', '11111111111', 'abcabcabcabc', 'aaaabbbb', '🙂🙂🙂🙂🙂🙂🙂🙂', 'passwordpassword', 'x'.repeat(128)]],
    ['sequences', ['abcdefgh', 'zyxwvuts', '87654321', '123456789012', 'abcd1234', '1234abcd']],
    ['rows of keys', ['qwertyuiop', 'asdfghjkl', '1qaz2wsx', '!QAZ2wsx', 'qwerty123!', 'poiuytrewq']],
    ['known passwords', ['password123', 'Password123!', 'P@ssw0rd!', 'letmein1', 'iloveyou2', 'Welcome1!', 'changeme123', 'admin1234!']],
    ['words with a year', ['Summer2024!', 'Winter2025', 'monkey1987', 'Liverpool1']],
    ['dates', ['19871231', '01011990', '31.12.1999']],
    ['the name of the site', ['magpie123', 'Magpie2026!', 'magpiemagpie', 'dealnest1', 'M4gp1e!!']],
    [
      'the name of the site in other spellings',
      [
        ...[
          'Magpie Magpie',
          'MAGPIEmagpie1',
          'mag pie 123',
          'm-a-g-p-i-e',
          'm.a.g.p.i.e.2026',
          'magpíe123',
          'magpie-deals',
          'Magpie & Magpie!',
        ],
        // With Cyrillic and Greek letters.
        ...['M\u0430gpie123', 'm\u0430g\u0440i\u0435-1', 'MAGPI\u0395 2026', 'Magp\u03b9e123'],
      ],
    ],
    [
      'what is known of the member',
      [
        ...['Lovelace Lovelace', 'l-o-v-e-l-a-c-e', 'lovelacé 123', 'Countess Byron 12'],
        'adalovelace',
        'Lovelace1!',
        'lovelace2024',
        'ada.lovelace',
        'ADA.LOVELACE@ANALYTICAL.EXAMPLE',
        'analytical1',
        'countess99',
        'byron1234',
      ],
    ],
  ])('for %s', async (_what, passwords) => {
    for (const password of passwords) expect(await faultOf(password), password).toBe(COMMON);
  });
});

test('a new password is refused for its length first', async () => {
  expect(await faultOf('aaaaaaa')).toBe('Use 8 or more characters');
  expect(await faultOf('a'.repeat(129))).toBe('Use at most 128 characters');
});

describe('the words of a name', () => {
  const faultFor = (username: string, password: string) => newPasswordFault({ config }, password, { email: 'a@b.example', username });

  test('count from three characters on, whatever comes behind them', async () => {
    expect(await faultFor('zqx-b-c', 'zqx9$vT7')).toBe(COMMON);
    expect(await faultFor('zq-b-c', 'zqx9$vT7')).toBeUndefined();
  });

  test('count as one, too, without what stands between them', async () => {
    expect(await faultFor('x-k7-mq-2v', 'xk7mq2v!')).toBe(COMMON);
    expect(await faultFor('somebody', 'xk7mq2v!')).toBeUndefined();
  });
});

describe('a new password is taken', () => {
  test.each([
    [
      'passphrases',
      ['correct horse battery', 'nine blue kettles', 'another password', 'kettle-orange-41', 'Pancakes on Tuesday?', 'zwei kleine Hasen'],
    ],
    [
      'passphrases with a name',
      ['magpie kettle orange window', 'kettle-magpie-41-orange', 'Lovelace eats blue kettles', 'Magpie xk7#mQ2v'],
    ],
    ['10 characters by chance', ['j8Kp2mZx0q', 'tR4$kz9Lwp', 'mvq7xhd2bn', 'Wq3_fZ8!nT', 'kzpwtrmqhv', 'Yb6GvN1sXc']],
    ['8 characters by chance', ['xk7#mQ2v', 'Xq9!vLr2', 'h4Zt&bWn']],
    ['other scripts', ['пароль-синего-чайника', '我的密码很长很安全', 'μπλε τσαγιέρα']],
    ['a password manager’s', ['hT7-pQz-9Lw-xKv', 'aGVsbG8gd29ybGQ-8xQ', 'fb3c9a51-6d2e-47']],
    ['the longest there are', ['kettle orange window garden '.repeat(4)]],
  ])('for %s', async (_what, passwords) => {
    for (const password of passwords) expect(await faultOf(password), password).toBeUndefined();
  });

  test('as many of 10 letters and digits by chance as there are', async () => {
    const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');
    const byChance = fc.string({ unit: letters, minLength: 10, maxLength: 10 });
    const passwords = fc.sample(byChance, { numRuns: 200, seed: 1 }).filter((text) => new Set(text).size > 6);
    for (const password of passwords) expect(await faultOf(password), password).toBeUndefined();
  });
});

describe('whatever is sent for a password', () => {
  const odd = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'@4(8{[<369&#!1/|0$5+%72?}lixzaesotbgp'), maxLength: 140 }),
    fc.tuple(fc.string({ maxLength: 9 }), fc.nat(60)).map(([text, times]) => text.repeat(times)),
    fc.constantFrom('constructor', '__proto__', 'hasOwnProperty', '\ud800'.repeat(9), 'toString1'),
  );

  test('is judged without a fault, also for odd names', async () => {
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (password, email, username) => {
        const fault = await newPasswordFault({ config }, password, { email, username });
        expect([undefined, COMMON, 'Use 8 or more characters', 'Use at most 128 characters']).toContain(fault);
      }),
      { numRuns: 60 },
    );
  });

  test('is looked at for a few characters alone, so that none takes long', async () => {
    const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
    const check = vi.spyOn(ZxcvbnFactory.prototype, 'check');
    for (const password of ['p@ssw0rd'.repeat(16), '😀'.repeat(128), 'kettle orange window garden '.repeat(4)]) await faultOf(password);
    for (const [text] of check.mock.calls) expect([...text].length).toBeLessThanOrEqual(24);
    expect(check).toHaveBeenCalledTimes(3);
    check.mockRestore();
  });
});

test('the lists of known passwords are loaded again where they could not be loaded', async () => {
  vi.resetModules();
  let isFull = true;
  vi.doMock('@zxcvbn-ts/language-common', async (original) => {
    if (isFull) throw new Error('too many open files');
    return original();
  });
  const { newPasswordFault: freshly } = await import('../../../src/features/accounts/weak-passwords.server.ts');
  await expect(freshly({ config }, 'password123', ADA)).rejects.toThrow();
  isFull = false;
  expect(await freshly({ config }, 'password123', ADA)).toBe(COMMON);
  vi.doUnmock('@zxcvbn-ts/language-common');
});
