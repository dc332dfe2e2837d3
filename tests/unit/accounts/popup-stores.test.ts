import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkUsernameCall } from '../../../src/features/accounts/contracts/check-username.ts';
import { passwordCall } from '../../../src/features/accounts/contracts/password.ts';
import { resendVerificationCall } from '../../../src/features/accounts/contracts/resend-verification.ts';
import { usernameCall } from '../../../src/features/accounts/contracts/username.ts';
import { usernamesCall } from '../../../src/features/accounts/contracts/usernames.ts';
import { stubPage } from '../../support/stubbed-page.ts';

const PASSWORD = 'nine blue kettles';
const FAILED = 'An error has occurred. Please try again.';

/** A page of a member's, whose name is a random one and who has no password. */
async function memberPage() {
  const page = stubPage();
  const { $session } = await import('../../../src/features/session/store.ts');
  const { $error } = await import('../../../src/features/accounts/popups/store.ts');
  const user = { userid: 1, username: 'BlueKettle9', avatar: '/a.png', reputation: 0, darkMode: null, unread: 0 };
  $session.set({ user: { ...user, hasUnverifiedEmail: true, hasNotSetPassword: true }, securitytoken: 'guest' });
  return { page, $error, viewer: () => $session.get()?.user };
}

describe('Add a Password', () => {
  const open = async () => ({ ...(await memberPage()), ...(await import('../../../src/features/accounts/popups/password/store.ts')) });

  test('can be skipped', async () => {
    const { page, $password, skip } = await open();
    expect($password.get().step).toBe('initial');
    skip();
    expect($password.get().step).toBe('skipped');
    expect(page.sent).toEqual([]);
  });

  test('saves a password, forgets what was typed, and knows that there is one', async () => {
    const { page, viewer, $password, setFields, savePassword } = await open();
    page.answer(passwordCall, { success: true });
    setFields({ password: PASSWORD });
    setFields({ confirmation: PASSWORD });
    const saved = savePassword();
    expect($password.get().busy).toBe(true);
    await saved;
    expect(page.sentTo(passwordCall)).toMatchObject([{ password: PASSWORD, password_confirm: PASSWORD }]);
    expect($password.get()).toEqual({ step: 'added', password: '', confirmation: '', problem: null, busy: false });
    expect(viewer()?.hasNotSetPassword).toBe(false);
  });

  test.each([
    ['short', 'short', { at: 'password', message: 'Use 8 or more characters' }],
    [PASSWORD, 'another one', { at: 'confirmation', message: 'Must match the password' }],
  ])('does not send “%s” with “%s”', async (password, confirmation, problem) => {
    const { page, $password, setFields, savePassword } = await open();
    setFields({ password });
    setFields({ confirmation });
    await savePassword();
    expect($password.get()).toMatchObject({ step: 'initial', problem });
    expect(page.sent).toEqual([]);
  });

  test.each([
    [
      { success: false, field: 'password', message: 'Too common.' },
      { at: 'password', message: 'Too common.' },
    ],
    [
      { success: false, field: 'current_password', message: 'Wrong.' },
      { at: null, message: 'Wrong.' },
    ],
    [
      { status: 'error', message: 'Log in again.' },
      { at: null, message: 'Log in again.' },
    ],
    [undefined, { at: null, message: FAILED }],
  ])('says what is wrong: %j', async (answer, problem) => {
    const { page, viewer, $password, setFields, savePassword } = await open();
    if (answer) page.answer(passwordCall, answer);
    setFields({ password: PASSWORD });
    setFields({ confirmation: PASSWORD });
    await savePassword();
    expect($password.get()).toMatchObject({ step: 'initial', busy: false, password: PASSWORD, problem });
    expect(viewer()?.hasNotSetPassword).toBe(true);
  });
});

describe('the name of a new member', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const open = async () => ({ ...(await memberPage()), ...(await import('../../../src/features/accounts/popups/username/store.ts')) });
  /** As `open`, with a name of one's own typed, and the pause of 500 ms gone by. */
  const typed = async (name: string, answer: object | undefined) => {
    const opened = await open();
    if (answer) opened.page.answer(checkUsernameCall, answer);
    opened.showChoice('custom');
    opened.typeName(name);
    await vi.advanceTimersByTimeAsync(500);
    return opened;
  };

  test('is one of a list, the first of which is chosen', async () => {
    const { page, $username, loadUsernames, choose, savableName } = await open();
    expect(savableName($username.get())).toBeNull();
    page.answer(usernamesCall, { usernames: ['RedKettle1', 'GreenKettle2'] });
    await loadUsernames();
    expect($username.get()).toMatchObject({ view: 'random', names: ['RedKettle1', 'GreenKettle2'], chosen: 'RedKettle1' });
    choose('GreenKettle2');
    expect(savableName($username.get())).toBe('GreenKettle2');
  });

  test('cannot be chosen where the list does not come, which the error modal says', async () => {
    const { $error, $username, loadUsernames } = await open();
    await loadUsernames();
    expect([$error.get(), $username.get().names]).toEqual(['Something went wrong...', []]);
  });

  test('that was saved is told as it is, though the list comes late', async () => {
    const { page, $username, loadUsernames, typeName, showChoice, saveName } = await open();
    const list = Promise.withResolvers<object>();
    page.answer(usernamesCall, list.promise);
    page.answer(checkUsernameCall, { status: 'success', message: '' });
    page.answer(usernameCall, { status: 'success' });
    const loading = loadUsernames();
    showChoice('custom');
    typeName('ada.l');
    await vi.advanceTimersByTimeAsync(500);
    await saveName();
    list.resolve({ usernames: ['RedKettle1'] });
    await loading;
    expect($username.get()).toMatchObject({ view: 'saved', chosen: 'ada.l' });
  });

  test('of one’s own is checked once typing pauses for 500 ms', async () => {
    const { page, $username, showChoice, typeName, savableName } = await open();
    page.answer(checkUsernameCall, { status: 'success', message: '' });
    showChoice('custom');
    for (const name of ['ad', 'ada', 'ada.l']) typeName(name);
    await vi.advanceTimersByTimeAsync(499);
    expect([page.sent, savableName($username.get())]).toEqual([[], null]);
    await vi.advanceTimersByTimeAsync(1);
    expect(page.sentTo(checkUsernameCall)).toMatchObject([{ username: 'ada.l' }]);
    expect($username.get().check).toEqual({ state: 'free', message: 'Yay! This username is available.' });
    expect(savableName($username.get())).toBe('ada.l');
    typeName('');
    await vi.advanceTimersByTimeAsync(500);
    expect([$username.get().check.state, savableName($username.get()), page.sent.length]).toEqual(['none', null, 1]);
  });

  test.each([
    ['a b', undefined, 'Use 3 to 20 letters, digits, dots, hyphens and underscores.'],
    [
      'ada',
      { status: 'error', message: 'This username is taken. Please choose another one.' },
      'This username is taken. Please choose another one.',
    ],
    ['ada', { status: 'error', message: '' }, 'Something went wrong.'],
    ['ada', undefined, 'Something went wrong.'],
  ])('“%s” that is answered %j cannot be saved', async (name, answer, message) => {
    const { $username, savableName } = await typed(name, answer);
    expect($username.get().check).toEqual({ state: 'refused', message });
    expect(savableName($username.get())).toBeNull();
  });

  test('is not judged by the answer to what was typed before', async () => {
    const { page, $username, typeName, showChoice } = await open();
    let answer: (json: object) => void = () => undefined;
    page.answer(checkUsernameCall, new Promise((resolve) => (answer = resolve)));
    showChoice('custom');
    typeName('ada');
    await vi.advanceTimersByTimeAsync(500);
    typeName('ada.l');
    answer({ status: 'success', message: '' });
    await vi.advanceTimersByTimeAsync(100);
    expect($username.get().check.state).toBe('none');
  });

  test('is saved, and the member has it from there on', async () => {
    const { page, viewer, $username, saveName } = await typed('ada.l', { status: 'success', message: '' });
    page.answer(usernameCall, { status: 'success' });
    const saved = saveName();
    expect($username.get().saving).toBe(true);
    await saved;
    expect(page.sentTo(usernameCall)).toMatchObject([{ username: 'ada.l' }]);
    expect($username.get()).toMatchObject({ view: 'saved', chosen: 'ada.l', saving: false });
    expect(viewer()?.username).toBe('ada.l');
  });

  test.each([
    [{ status: 'error', message: 'Taken.', errors: ['Taken since.', 'Another.'] }, 'Taken since.'],
    [{ status: 'error', message: 'Taken.' }, 'Taken.'],
    [{ status: 'error', message: '', errors: [] }, 'Something went wrong.'],
    [undefined, 'Something went wrong.'],
  ])('that is refused by %j stays as it was', async (answer, message) => {
    const { page, viewer, $username, saveName, showChoice } = await typed('ada.l', { status: 'success', message: '' });
    if (answer) page.answer(usernameCall, answer);
    await saveName();
    expect($username.get()).toMatchObject({ view: 'custom', saving: false, problem: { message } });
    expect(viewer()?.username).toBe('BlueKettle9');
    showChoice('random');
    expect($username.get().problem).toBeNull();
  });

  test('is not sent while none can be saved', async () => {
    const { page, saveName } = await open();
    await saveName();
    expect(page.sent).toEqual([]);
  });
});

describe('Verify Your Email', () => {
  const open = async () => ({ ...(await memberPage()), ...(await import('../../../src/features/accounts/popups/verify/store.ts')) });

  test('has the mail sent again, once however often it is pressed', async () => {
    const { page, $resend, resend } = await open();
    let answer: (json: object) => void = () => undefined;
    page.answer(resendVerificationCall, new Promise((resolve) => (answer = resolve)));
    const sending = resend();
    // Pressed again, it waits for nothing.
    await resend();
    expect($resend.get()).toBe('sending');
    answer({ status: 'success' });
    await sending;
    expect($resend.get()).toBe('sent');
    expect(page.sentTo(resendVerificationCall)).toHaveLength(1);
  });

  test.each([[{ status: 'error', message: 'Too many emails were requested.' }], [undefined]])(
    'says in the error modal that it was not: %j',
    async (answer) => {
      const { page, $error, $resend, resend } = await open();
      if (answer) page.answer(resendVerificationCall, answer);
      await resend();
      expect([$resend.get(), $error.get()]).toEqual(['idle', 'Something went wrong...']);
    },
  );
});
