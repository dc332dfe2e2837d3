import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../../../src/features/accounts/email.ts';
import { passwordFault } from '../../../src/features/accounts/password.ts';
import { checkUser } from '../../../src/features/accounts/user-check.server.ts';
import { isUsername } from '../../../src/features/accounts/username.ts';
import { generateUsernames, randomUsername } from '../../../src/features/accounts/usernames.server.ts';
import { formEndpoint } from '../../../src/server/http/endpoint.ts';
import { accountsContext, newMember } from '../../support/accounts.ts';
import { Caller, newEmail } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';

const userCheck = formEndpoint(checkUser);

describe('an e-mail address', () => {
  const part = fc.stringMatching(/^[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]{1,60}$/u);

  test('looks like something@something', () => {
    fc.assert(
      fc.property(part, part, (name, host) => {
        expect(isEmail(`${name}@${host}`)).toBe(true);
      }),
    );
  });

  test('has one @ between two texts, no blank, and nothing that ends or begins an address in a mail', () => {
    fc.assert(
      fc.property(part, part, fc.constantFrom(...' \t\r\n\0<>,;:"()[]\\\u202e@'), (name, host, bad) => {
        for (const text of [`${name}${bad}@${host}`, `${name}@${bad}${host}`, name, `@${host}`, `${name}@`, `${name}@${host}${bad}`])
          expect(isEmail(text), JSON.stringify(text)).toBe(false);
      }),
    );
    expect(isEmail(`${'a'.repeat(250)}@b.example`)).toBe(false);
  });

  test('is the same in any case, and with blanks around it', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        expect(isEmail(email)).toBe(true);
        expect(emailKey(email.toUpperCase())).toBe(emailKey(email));
        expect(emailKey(` ${email}\n`)).toBe(emailKey(email));
      }),
    );
  });
});

describe('a name', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-');

  test('has 3 to 20 letters, digits, dots, hyphens and underscores, and nothing else', () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 3, maxLength: 20 }), (name) => {
        expect(isUsername(name)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 2 }), (name) => {
        expect(isUsername(name)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: letters, minLength: 21, maxLength: 60 }), (name) => {
        expect(isUsername(name)).toBe(false);
      }),
    );
    fc.assert(
      fc.property(
        fc.string({ unit: letters, minLength: 2, maxLength: 10 }),
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((character) => !/^[\w.-]$/.test(character)),
        fc.nat(2),
        (name, other, at) => {
          expect(isUsername(name.slice(0, at) + other + name.slice(at))).toBe(false);
        },
      ),
    );
  });

  test('by chance is always valid', () => {
    for (let n = 0; n < 2_000; n++) expect(randomUsername()).toSatisfy(isUsername);
  });
});

test('a password has 8 to 128 characters, counted as a person counts them', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 200 }), (password) => {
      const expected = password.length < 8 ? 'passwordHelp' : password.length > 128 ? 'passwordLong' : undefined;
      expect(passwordFault(password)).toBe(expected);
    }),
  );
  expect(passwordFault('🦜'.repeat(7))).toBe('passwordHelp');
  expect(passwordFault('🦜'.repeat(8))).toBeUndefined();
  expect(passwordFault('🦜'.repeat(128))).toBeUndefined();
});

onDatabase('the check of a user', (open) => {
  test('tells whether an address has an account, 30 times in 5 minutes', async () => {
    const context = accountsContext((await open()).db);
    const { email } = await newMember(context);
    const browser = new Caller(context);
    const check = (address: string) => browser.call(userCheck, { form: { email: address } });
    expect((await check(email.toUpperCase())).answer).toEqual({ emailExists: true });
    expect((await check(newEmail())).answer).toEqual({ emailExists: false });
    for (let n = 2; n < 30; n++) expect((await check(email)).status).toBe(200);
    const { status, headers } = await check(email);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(300);
    expect((await new Caller(context).call(userCheck, { form: { email } })).status).toBe(200);
  });

  test('needs one of the two', async () => {
    const { status, answer } = await new Caller(accountsContext((await open()).db)).call(userCheck, {
      form: { do: 'registration-username' },
    });
    expect([status, answer]).toEqual([400, { status: 'error', message: 'Send an email or a username.' }]);
  });

  test('tells whether a name is free', async () => {
    const context = accountsContext((await open()).db);
    const { browser, username } = await newMember(context);
    const check = async (caller: Caller, name: string) =>
      (await caller.call(userCheck, { form: { username: name, do: 'registration-username', changeUsernameForm: '1' } })).answer;
    expect(await check(browser, 'Ada')).toEqual({ status: 'success', message: 'Yay! This username is available.' });
    expect(await check(browser, username.toUpperCase())).toMatchObject({ status: 'success' });
    const other = new Caller(context);
    expect(await check(other, username.toUpperCase())).toEqual({
      status: 'error',
      message: 'This username is taken. Please choose another one.',
    });
    expect(await check(other, 'no')).toMatchObject({ status: 'error', message: expect.stringContaining('3 to 20') as string });
  });

  test('offers names that are valid and free', async () => {
    const context = accountsContext((await open()).db);
    const names = await generateUsernames(context.db);
    expect(names).toHaveLength(6);
    for (const name of names) expect(name).toSatisfy(isUsername);
  });
});
