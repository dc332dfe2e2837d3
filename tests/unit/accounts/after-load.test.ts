import { boolean, constant, constantFrom, oneof, property, record, assert } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { popupsAfter, type Message } from '../../../src/features/accounts/after-load.ts';

const logIn = record({ after: constant('log-in' as const), hasUnverifiedEmail: boolean(), hasNotSetPassword: boolean() });
const registration = record({
  after: constant('registration' as const),
  email: constantFrom('a@example.org', 'b@example.org'),
  showUsernameChangeModal: boolean(),
  showVerificationSentModal: boolean(),
  showOldVerificationSentModal: boolean(),
});
const social = boolean().map((hasUnverifiedEmail): Message => ({ after: 'social-registration', hasUnverifiedEmail }));

const holds = <T>(messages: import('fast-check').Arbitrary<T>, check: (message: T) => void) => assert(property(messages, check));

describe('messages after the next page load (spec §4)', () => {
  test('after a log-in: what is missing of the account, the address before the password', () => {
    holds(logIn, (message) => {
      const expected = [];
      if (message.hasUnverifiedEmail) expected.push('verify');
      if (message.hasNotSetPassword) expected.push('password');
      expect(popupsAfter(message)).toEqual(expected);
    });
  });

  test('after a registration: a change of name comes first and leads to the verification', () => {
    holds(registration, (message) => {
      const popups = popupsAfter(message);
      expect(popups.includes('username')).toBe(message.showUsernameChangeModal);
      if (message.showUsernameChangeModal) expect(popups).toEqual(['username', 'verify']);
    });
  });

  test('after a registration that keeps the name: the popup or else the drawer says where the mail went', () => {
    holds(
      registration.filter((message) => !message.showUsernameChangeModal),
      (message) => {
        const { showVerificationSentModal, showOldVerificationSentModal } = message;
        const expected = showVerificationSentModal ? ['verify'] : showOldVerificationSentModal ? ['drawer'] : [];
        expect(popupsAfter(message)).toEqual(expected);
      },
    );
  });

  test('whatever happened: no popup twice, and never two that say the same', () => {
    holds(oneof<import('fast-check').Arbitrary<Message>[]>(logIn, registration, social), (message) => {
      const popups = popupsAfter(message);
      expect(new Set(popups).size).toBe(popups.length);
      expect(popups.includes('verify') && popups.includes('drawer')).toBe(false);
      if (message.after !== 'log-in') expect(popups).not.toContain('password');
    });
  });

  test('with a provider the name alone is open', () => {
    expect(popupsAfter({ after: 'social-registration', hasUnverifiedEmail: false })).toEqual(['username']);
    expect(popupsAfter({ after: 'social-registration', hasUnverifiedEmail: true })).toEqual(['username', 'verify']);
  });
});
