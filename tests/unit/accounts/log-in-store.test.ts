import { describe, expect, test } from 'vitest';
import { logInCall } from '../../../src/features/accounts/contracts/log-in.ts';
import { magicLinkCall } from '../../../src/features/accounts/contracts/magic-link.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const KEPT = 'regLoginModalSavedEmailOrUsername';
const LOGGED_IN = { success: true, successUrl: '/popular', email: 'ada@example.org', hasUnverifiedEmail: true, hasNotSetPassword: false };
const refused = (message: string, field?: string) => ({
  success: false,
  status: 'error',
  message,
  error: message,
  ...(field && { field }),
});

async function open({ kept }: { kept?: string } = {}) {
  const page = stubPage();
  if (kept !== undefined) page.local.set(KEPT, kept);
  const store = await import('../../../src/features/accounts/modal/log-in/store.ts');
  const modal = await import('../../../src/features/accounts/modal/store.ts');
  modal.openModal({ view: 'log-in', actionSource: 'header' });
  return { page, ...store, ...modal };
}

/** As `open`, with the password entered. */
async function atPassword(identifier = 'ada@example.org') {
  const opened = await open();
  opened.setFields({ identifier });
  opened.submitIdentifier();
  opened.setFields({ password: 'nine blue kettles' });
  return opened;
}

describe('who logs in', () => {
  test('is asked for first, and may be a username', async () => {
    const { $logIn, setFields, submitIdentifier } = await open();
    expect($logIn.get()).toMatchObject({ step: 'identifier', identifier: '', rememberMe: false });
    setFields({ identifier: '  ' });
    submitIdentifier();
    expect($logIn.get()).toMatchObject({
      step: 'identifier',
      problem: { at: 'email', message: 'Please enter your email address or username' },
    });
    setFields({ identifier: ' ada ' });
    submitIdentifier();
    expect($logIn.get()).toMatchObject({ step: 'password', identifier: 'ada', problem: null });
  });

  test('is remembered where they asked for it, and else forgotten', async () => {
    expect((await open({ kept: 'ada' })).$logIn.get()).toMatchObject({ identifier: 'ada', rememberMe: true });
    const { page, setFields, submitPassword } = await atPassword();
    page.answer(logInCall, LOGGED_IN);
    setFields({ rememberMe: true });
    await submitPassword();
    expect([page.local.get(KEPT), page.sentTo(logInCall)[0]?.['cookieuser']]).toEqual(['ada@example.org', '1']);
    setFields({ rememberMe: false });
    await submitPassword();
    expect(page.local.has(KEPT)).toBe(false);
    expect(page.sentTo(logInCall)[1]).not.toHaveProperty('cookieuser');
  });

  test('comes from a registration whose address is known, with the reason', async () => {
    const { $logIn, $opened, logInInstead, backTo } = await open();
    logInInstead('ada@example.org');
    expect($opened.get()?.view).toBe('log-in');
    expect($logIn.get()).toMatchObject({ identifier: 'ada@example.org', notice: 'Looks like you already have an account.' });
    backTo('identifier');
    expect($logIn.get().notice).toBeNull();
  });
});

describe('the password', () => {
  test('is needed', async () => {
    const { page, $logIn, setFields, submitPassword } = await atPassword();
    setFields({ password: ' ' });
    await submitPassword();
    expect($logIn.get().problem).toEqual({ at: 'password', message: 'Please enter a password' });
    expect(page.sent).toEqual([]);
  });

  test('logs in, and the next page says what the account lacks', async () => {
    const { page, $logIn, submitPassword } = await atPassword();
    page.answer(logInCall, LOGGED_IN);
    const submitted = submitPassword();
    expect($logIn.get()).toMatchObject({ busy: true, problem: null });
    await submitted;
    expect(page.sentTo(logInCall)).toMatchObject([
      { vb_login_username: 'ada@example.org', vb_login_password: 'nine blue kettles', url: '/about' },
    ]);
    expect(page.left).toEqual(['http://localhost/popular']);
    const [message] = page.tab.values();
    expect(JSON.parse(message ?? '')).toEqual({
      after: 'log-in',
      email: 'ada@example.org',
      hasUnverifiedEmail: true,
      hasNotSetPassword: false,
    });
  });

  test.each([
    [refused('Wrong password, or no such account.', 'password'), 'password', 'password'],
    [refused('There is no such account.', 'email'), 'identifier', 'email'],
    // Without a field the wording says where it belongs (spec §8).
    [refused('Your password has to be changed.'), 'password', 'password'],
    [refused('Please try another e-mail.'), 'identifier', 'email'],
    [refused('Too many tries.'), 'password', null],
  ])('that is refused by %j is said where it belongs', async (answer, step, at) => {
    const { page, $logIn, submitPassword } = await atPassword();
    page.answer(logInCall, answer);
    await submitPassword();
    expect($logIn.get()).toMatchObject({ step, busy: false, problem: { at, message: answer.message } });
    expect(page.left).toEqual([]);
  });

  test('finds no network, or a server that fails', async () => {
    const { page, $logIn, submitPassword } = await atPassword();
    const failed = { busy: false, step: 'password', problem: { at: null, message: 'An error has occurred. Please try again.' } };
    await submitPassword();
    expect($logIn.get()).toMatchObject(failed);
    page.answer(logInCall, { status: 'error', message: 'Something of ours' }, 500);
    await submitPassword();
    expect($logIn.get()).toMatchObject(failed);
    page.answer(logInCall, { status: 'error', message: ['Too many tries.', 'Wait.'] }, 429);
    await submitPassword();
    expect($logIn.get().problem).toEqual({ at: null, message: 'Too many tries.' });
  });

  test('is not sent where the browser refuses cookies, which would show a guest again', async () => {
    const { page, $logIn, submitPassword } = await atPassword();
    page.cookies.set = () => page.cookies;
    page.answer(logInCall, LOGGED_IN);
    await submitPassword();
    const message = 'Your browser blocks cookies from this site, and you cannot be logged in without one. Allow them, and try again.';
    expect($logIn.get()).toMatchObject({ busy: false, step: 'password', problem: { at: null, message } });
    expect([page.sent, page.left]).toEqual([[], []]);
  });

  test.each([
    ['Too many tries. Please wait a few minutes, or reset your password.', 'password', 'password'],
    ['Please try another e-mail.', 'identifier', 'email'],
  ])('was not looked at (%s), which is said where the wording belongs', async (message, step, at) => {
    const { page, $logIn, submitPassword } = await atPassword();
    page.answer(logInCall, { status: 'error', message }, 429);
    await submitPassword();
    expect($logIn.get()).toMatchObject({ step, busy: false, problem: { at, message } });
  });
});

describe('a magic link', () => {
  test('is mailed to an address, asked for once, and the inbox is the next step', async () => {
    const { page, $logIn, submitMagicLink, backTo } = await atPassword();
    let answer: (json: object) => void = () => undefined;
    page.answer(magicLinkCall, new Promise((resolve) => (answer = resolve)));
    const first = submitMagicLink();
    // Pressed again, it waits for nothing.
    await submitMagicLink();
    answer({ status: 'ok' });
    await first;
    expect(page.sentTo(magicLinkCall)).toMatchObject([{ email: 'ada@example.org', url: '/about', action_source: 'header' }]);
    expect($logIn.get()).toMatchObject({ step: 'inbox', busy: false });
    backTo('password');
    expect($logIn.get().step).toBe('password');
  });

  test('needs an address', async () => {
    const { page, $logIn, submitMagicLink } = await atPassword('ada');
    await submitMagicLink();
    expect($logIn.get()).toMatchObject({ step: 'identifier', problem: { at: 'email', message: 'Please enter a valid email address' } });
    expect(page.sent).toEqual([]);
  });

  test('that is refused, or cannot be asked for, is said', async () => {
    const { page, $logIn, submitMagicLink } = await atPassword();
    await submitMagicLink();
    expect($logIn.get().problem).toEqual({ at: null, message: 'An unexpected error occurred. Try again later' });
    page.answer(magicLinkCall, { status: 'error', message: 'no' });
    await submitMagicLink();
    expect($logIn.get()).toMatchObject({
      step: 'password',
      busy: false,
      problem: { at: null, message: 'Unable to request magic link. Please try again later' },
    });
  });
});
