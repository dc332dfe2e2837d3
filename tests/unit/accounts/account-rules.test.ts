import { describe, expect, test } from 'vitest';
import { emailKey, isEmail } from '../../../src/features/accounts/email.ts';
import { isConfirmed, newPasswordProblem } from '../../../src/features/accounts/new-password.ts';
import { isLongEnough, passwordFault, normalizePassword } from '../../../src/features/accounts/password.ts';
import { isReserved, isUsername } from '../../../src/features/accounts/username.ts';

describe('an e-mail address', () => {
  test.each(['a@b', 'ada.lovelace+deals@analytical.example', 'ü@öl.example', `${'a'.repeat(252)}@b`])('is %j', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  test.each(['', 'a', '@', '@b', 'a@', 'a@b@c', 'a b@c', 'a@b>', 'a@b,c', 'a\u0000@b', 'a@\u200bb', 'a@b:c', `${'a'.repeat(253)}@b`])(
    'is not %j',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );

  test('is known whatever its case, its form, and the blanks around it', () => {
    expect(emailKey(' \tAda@Analytical.EXAMPLE\n')).toBe('ada@analytical.example');
    expect(emailKey('u\u0308@x')).toBe('\u00fc@x');
    expect(emailKey('\uff41@x')).toBe('a@x');
  });
});

describe('a password', () => {
  test.each([
    ['a'.repeat(7), 'passwordHelp'],
    ['a'.repeat(8), undefined],
    ['a'.repeat(128), undefined],
    ['a'.repeat(129), 'passwordLong'],
    // As a person counts: four characters, not eight.
    ['🙂'.repeat(4), 'passwordHelp'],
    ['🙂'.repeat(128), undefined],
    // One character each when settled.
    ['u\u0308'.repeat(7), 'passwordHelp'],
    ['u\u0308'.repeat(8), undefined],
  ])('%j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
    expect(isLongEnough(password)).toBe(fault !== 'passwordHelp');
  });

  test('is the same from every keyboard', () => {
    expect(normalizePassword('u\u0308\uff41')).toBe('\u00fca');
  });

  test('has to be confirmed', () => {
    expect(isConfirmed('12345678', '12345678')).toBe(true);
    expect(isConfirmed('12345678', '12345679')).toBe(false);
    expect(isConfirmed('1234567', '1234567')).toBe(false);
  });

  test.each([
    ['12345678', '12345678', null],
    ['1234567', '1234567', { at: 'password', message: 'Use 8 or more characters' }],
    ['1234567', '', { at: 'password', message: 'Use 8 or more characters' }],
    ['a'.repeat(129), 'a'.repeat(129), { at: 'password', message: 'Use at most 128 characters' }],
    ['12345678', '12345679', { at: 'confirmation', message: 'Must match the password' }],
  ])('%j, then %j, is told what is wrong with it', (password, confirmation, problem) => {
    expect(newPasswordProblem(password, confirmation)).toEqual(problem);
  });
});

describe('a username', () => {
  test.each(['abc', 'A.b-c_9', 'a'.repeat(20), '...'])('is %j', (name) => {
    expect(isUsername(name)).toBe(true);
  });

  test.each(['', 'ab', 'a'.repeat(21), 'a b', 'abc\n', ' abc', 'äbc', 'a@bc', 'abc!'])('is not %j', (name) => {
    expect(isUsername(name)).toBe(false);
  });

  test.each([
    ...'admin administrator mod moderator staff support help team official system root webmaster postmaster security'.split(' '),
    ...['abuse', 'guest', 'anonymous', 'Admin', 'a.d-m_i.n', 'bargainbin', 'Bargain.Bin', 'BARGAIN_BIN'],
  ])('is nobody’s when it is %s', (name) => {
    expect(isReserved(name, 'Bargain Bin!')).toBe(true);
  });

  test.each(['ada', 'admins', 'badmin', 'bargain', 'bargain1', 'bin'])('is anybody’s when it is %s', (name) => {
    expect(isReserved(name, 'Bargain Bin!')).toBe(false);
  });
});
