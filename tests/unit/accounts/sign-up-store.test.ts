import { expect, test, vi } from 'vitest';
import { checkEmailCall } from '../../../src/features/accounts/contracts/check-email.ts';
import { registerCall } from '../../../src/features/accounts/contracts/register.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const EMAIL = 'ada@example.org';
const PASSWORD = 'nine blue kettles';
const REGISTERED = { successUrl: '/popular', username: 'ada', avatar: '/a.png' };

/** A page where the modal is open. */
async function open({ logIn }: { logIn?: boolean } = {}) {
  const page = stubPage();
  const store = await import('../../../src/features/accounts/modal/sign-up/store.ts');
  const modal = await import('../../../src/features/accounts/modal/store.ts');
  const { $logIn } = await import('../../../src/features/accounts/modal/log-in/store.ts');
  modal.openModal({ view: 'sign-up', actionSource: 'vote', ...(logIn !== undefined && { logIn }) });
  page.answer(checkEmailCall, { emailExists: false });
  return { page, ...store, ...modal, $logIn };
}

/** As `open`, with the password entered. */
async function atPassword() {
  const opened = await open();
  opened.setFields({ email: EMAIL });
  await opened.submitEmail();
  opened.setFields({ password: PASSWORD, confirmation: PASSWORD });
  return opened;
}

test('a new address leads to the password, without blanks around it', async () => {
  const { page, $signUp, setFields, submitEmail } = await open();
  setFields({ email: ` ${EMAIL} ` });
  const submitted = submitEmail();
  expect($signUp.get()).toMatchObject({ busy: true, problem: null });
  await submitted;
  expect($signUp.get()).toMatchObject({ step: 'password', email: EMAIL, busy: false });
  expect(page.sentTo(checkEmailCall)).toEqual([expect.objectContaining({ email: EMAIL })]);
});

test('what is no address is said at the field and not sent', async () => {
  const { page, $signUp, setFields, submitEmail } = await open();
  setFields({ email: 'ada' });
  await submitEmail();
  expect($signUp.get()).toMatchObject({ step: 'email', problem: { at: 'email', message: 'Please enter a valid email address' } });
  expect(page.sent).toEqual([]);
});

test('a known address leads to logging in, where there are tabs', async () => {
  const { page, $opened, $logIn, $signUp, setFields, submitEmail } = await open();
  page.answer(checkEmailCall, { emailExists: true });
  setFields({ email: EMAIL });
  await submitEmail();
  expect($opened.get()?.view).toBe('log-in');
  expect($logIn.get()).toMatchObject({ identifier: EMAIL, notice: 'Looks like you already have an account.' });
  expect($signUp.get().step).toBe('email');
});

test('a known address is said at the field, where there are no tabs', async () => {
  const { page, $opened, $signUp, setFields, submitEmail } = await open({ logIn: false });
  page.answer(checkEmailCall, { emailExists: true });
  setFields({ email: EMAIL });
  await submitEmail();
  expect($opened.get()?.view).toBe('sign-up');
  const message = "Looks like you already have an account. Click 'Log In' to proceed.";
  expect($signUp.get()).toMatchObject({ step: 'email', busy: false, problem: { at: 'email', message } });
});

test('an address that cannot be checked is only logged', async () => {
  const { page, $signUp, setFields, submitEmail } = await open();
  page.answer(checkEmailCall, { status: 'error', message: 'Too many tries.' }, 400);
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  setFields({ email: EMAIL });
  await submitEmail();
  expect($signUp.get()).toMatchObject({ step: 'password', problem: null });
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test.each([
  ['1234567', '1234567', 'password', 'Use 8 or more characters'],
  ['x'.repeat(129), 'x'.repeat(129), 'password', 'Use at most 128 characters'],
  [PASSWORD, 'nine red kettles', 'confirmation', 'Must match the password'],
])('the password “%s” with “%s” is refused at its field and not sent', async (password, confirmation, at, message) => {
  const { page, $signUp, setFields, submitPassword } = await atPassword();
  setFields({ password, confirmation });
  await submitPassword();
  expect($signUp.get()).toMatchObject({ step: 'password', busy: false, problem: { at, message } });
  expect(page.sentTo(registerCall)).toEqual([]);
});

test('a registration is sent with where it came from, and its popups wait for the page it leads to', async () => {
  const { page, $signUp, submitPassword } = await atPassword();
  page.answer(registerCall, REGISTERED);
  await submitPassword();
  expect(page.sentTo(registerCall)).toMatchObject([
    { email: EMAIL, password: PASSWORD, action_source: 'vote', url: '/about', securitytoken: 'guest' },
  ]);
  expect(page.left).toEqual(['http://localhost/popular']);
  const [saved] = page.tab.values();
  expect(JSON.parse(saved ?? '')).toMatchObject({ after: 'registration', email: EMAIL, showUsernameChangeModal: true });
  // The form stays as it is until the page is left.
  expect($signUp.get()).toMatchObject({ busy: true, problem: null });
});

test.each([
  [{ field: 'email', message: 'This address is taken.' }, 'email', 'email'],
  [{ field: 'password', message: 'This password is too common. Please choose another one.' }, 'password', 'password'],
  [{ field: 'agree', message: 'You can sign up if you accept the terms and are 13 or older.' }, 'password', null],
])('what is refused by %j stands at its field', async (answer, step, at) => {
  const { page, $signUp, submitPassword } = await atPassword();
  page.answer(registerCall, answer);
  await submitPassword();
  expect($signUp.get()).toMatchObject({ step, busy: false, problem: { at, message: answer.message }, password: PASSWORD });
  expect(page.left).toEqual([]);
});

test('without a network the default message stands above the form', async () => {
  const { $signUp, submitPassword } = await atPassword();
  await submitPassword();
  expect($signUp.get()).toMatchObject({ busy: false, problem: { at: null, message: 'An error has occurred. Please try again.' } });
});

test('a registration that was not looked at says so where the wording belongs', async () => {
  const { page, $signUp, submitPassword } = await atPassword();
  const message = 'Too many tries. Please wait a few minutes, or reset your password.';
  page.answer(registerCall, { status: 'error', message }, 429);
  await submitPassword();
  expect($signUp.get()).toMatchObject({ step: 'password', busy: false, problem: { at: 'password', message } });
});

test('Back leads to the address, without what was wrong', async () => {
  const { $signUp, submitPassword, backToEmail } = await atPassword();
  await submitPassword();
  backToEmail();
  expect($signUp.get()).toMatchObject({ step: 'email', problem: null, email: EMAIL });
});

test('where the browser refuses cookies no account is made, and that is said', async () => {
  const { page, $signUp, submitPassword } = await atPassword();
  page.cookies.set = () => page.cookies;
  page.answer(registerCall, REGISTERED);
  await submitPassword();
  expect($signUp.get().problem?.message).toMatch(/^Your browser blocks cookies from this site/);
  expect(page.sentTo(registerCall)).toEqual([]);
});
