import { describe, expect, test } from 'vitest';
import { requestResetCall } from '../../../src/features/accounts/contracts/request-reset.ts';
import { saveResetCall } from '../../../src/features/accounts/contracts/save-reset.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const PASSWORD = 'nine blue kettles';
const BUSY = { status: 'error', message: 'Too many emails were requested. Please wait a few minutes.' };

async function open(hash?: string) {
  const page = stubPage();
  const store = await import('../../../src/features/accounts/modal/reset/store.ts');
  const modal = await import('../../../src/features/accounts/modal/store.ts');
  modal.openModal({ view: hash === undefined ? 'log-in' : 'reset', actionSource: 'header', hash });
  return { page, ...store, ...modal };
}

describe('asking for a reset', () => {
  test('begins with the address that is known, and with none for a username', async () => {
    const { $reset, $opened, beginReset } = await open();
    beginReset('ada@example.org');
    expect([$reset.get().email, $opened.get()?.view]).toEqual(['ada@example.org', 'reset']);
    beginReset('ada');
    expect($reset.get().email).toBe('');
  });

  test.each([
    ['ada', false],
    [' ', true],
  ])('needs an address that the browser takes: “%s”', async (email, isValid) => {
    const { page, $reset, setFields, submitRequest } = await open();
    setFields({ email });
    await submitRequest(isValid);
    expect($reset.get()).toMatchObject({ step: 'request', problem: { at: 'email', message: 'Please enter a valid email address' } });
    expect(page.sent).toEqual([]);
  });

  test('ends with “Email Sent”', async () => {
    const { page, $reset, setFields, submitRequest } = await open();
    page.answer(requestResetCall, { success: true });
    setFields({ email: ' ada@example.org ' });
    const submitted = submitRequest(true);
    expect($reset.get().busy).toBe(true);
    await submitted;
    expect($reset.get()).toMatchObject({ step: 'sent', busy: false, problem: null });
    expect(page.sentTo(requestResetCall)).toMatchObject([{ email: 'ada@example.org' }]);
  });

  test('that fails says so', async () => {
    const { page, $reset, setFields, submitRequest } = await open();
    setFields({ email: 'ada@example.org' });
    const said = async () => {
      await submitRequest(true);
      return $reset.get();
    };
    expect(await said()).toMatchObject({ step: 'request', busy: false, problem: { message: 'Something went wrong. Please try again.' } });
    page.answer(requestResetCall, { success: false, errorMessage: '' });
    expect((await said()).problem?.message).toBe('Something went wrong. Please try again.');
    page.answer(requestResetCall, { success: false, errorMessage: 'No mail can be sent now.' });
    expect((await said()).problem).toEqual({ at: null, message: 'No mail can be sent now.' });
    page.answer(requestResetCall, BUSY, 429);
    expect((await said()).problem?.message).toBe(BUSY.message);
  });
});

describe('the final step', () => {
  test('needs a password that is long enough, twice the same', async () => {
    const { page, $reset, setFields, submitNewPassword } = await open('abc');
    setFields({ password: 'short', confirmation: 'short' });
    await submitNewPassword();
    expect($reset.get().problem).toEqual({ at: 'password', message: 'Use 8 or more characters' });
    setFields({ password: PASSWORD, confirmation: `${PASSWORD}!` });
    await submitNewPassword();
    expect($reset.get().problem).toEqual({ at: 'confirmation', message: 'Must match the password' });
    expect(page.sent).toEqual([]);
  });

  test('sends the hash of the link, and keeps no password', async () => {
    const { page, $reset, setFields, submitNewPassword } = await open('abc');
    page.answer(saveResetCall, { success: true });
    setFields({ password: PASSWORD, confirmation: PASSWORD });
    await submitNewPassword();
    expect(page.sentTo(saveResetCall)).toMatchObject([{ hash: 'abc', password: PASSWORD, password_confirm: PASSWORD }]);
    expect($reset.get()).toMatchObject({ step: 'saved', password: '', confirmation: '', busy: false });
  });

  test('that fails says so, and what was entered stays', async () => {
    const { page, $reset, setFields, submitNewPassword } = await open('abc');
    setFields({ password: PASSWORD, confirmation: PASSWORD });
    await submitNewPassword();
    expect($reset.get()).toMatchObject({ busy: false, password: PASSWORD, problem: { at: null, message: 'Password reset failed' } });
    page.answer(saveResetCall, { success: false, errorMessage: '' });
    await submitNewPassword();
    expect($reset.get().problem?.message).toBe('Password reset failed');
    const message = 'This link has expired or was already used. Please ask for a new one.';
    page.answer(saveResetCall, { success: false, errorMessage: message });
    await submitNewPassword();
    expect($reset.get()).toMatchObject({ step: 'request', problem: { at: null, message } });
  });
});
