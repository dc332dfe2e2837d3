import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $logIn } from '../../../src/features/accounts/modal/log-in/store.ts';
import { $opened } from '../../../src/features/accounts/modal/store.ts';
import { $adding, beginAlert, changeDraft, leaveAlert, submitAlert, writeEmail } from '../../../src/features/alerts/draft-store.ts';
import { $alertSubject, openAlert } from '../../../src/features/alerts/store.ts';

const ANSWERED: object = { success: true, alertid: 1, criteriaId: 'category=1' };

/** What calls are answered, by the `do` or the address. */
let answers: Record<string, object>;
let sent: URLSearchParams[];
let saved: Record<string, string>;
let made = 0;

beforeEach(() => {
  [answers, sent, saved] = [{ add: ANSWERED }, [], {}];
  vi.stubGlobal('location', { pathname: '/about', search: '', href: 'http://localhost/about' });
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal('sessionStorage', { setItem: (name: string, text: string) => (saved[name] = text) });
  vi.stubGlobal('fetch', async (address: string, { body }: { body?: URLSearchParams } = {}) => {
    const form = new URLSearchParams(body);
    if (address.includes('/web-api/session/')) return Response.json({ user: null, securitytoken: 'guest' });
    if (address.includes('usercheck')) return Response.json({ emailExists: form.get('email') === 'known@example.org' });
    if (form.get('do') === 'preview') return Response.json({ success: false, message: 'not now' });
    sent.push(form);
    return Response.json(answers['add']);
  });
  $opened.set(null);
});
afterEach(() => {
  leaveAlert();
  vi.unstubAllGlobals();
});

/** Begins an alert for something that no test before was about: what was entered stays by what it is for. */
function begin({ isMember = true } = {}) {
  made += 1;
  vi.stubGlobal('document', {
    cookie: isMember ? 'signed-in=1' : '',
    querySelector: () => null,
    documentElement: { lang: 'en', dataset: {} },
  });
  const subject = { criteriaId: `category=${made}`, title: 'Lamps', source: 'category' } as const;
  openAlert(subject);
  beginAlert(subject);
  return subject;
}

test('an alert goes from Initialized by Adding to Succeeded, and is sent once', async () => {
  const { criteriaId } = begin();
  expect($adding.get()?.state).toBe('Initialized');
  const adding = submitAlert();
  void submitAlert();
  expect($adding.get()?.state).toBe('Adding');
  await adding;
  expect($adding.get()?.state).toBe('Succeeded');
  expect(sent.map((form) => [form.get('do'), form.get('criteriaId'), form.get('source'), form.get('dedupe')])).toEqual([
    ['addByCriteriaId', criteriaId, 'category', '1'],
  ]);
});

test('an alert that was there is said to be changed, and keeps what was left empty of it', async () => {
  begin();
  answers['add'] = { ...ANSWERED, changed: { title: 'Lamps for the hall' } };
  await submitAlert();
  expect($adding.get()).toMatchObject({ state: 'Succeeded', added: { alertid: 1, changed: { title: 'Lamps for the hall' } } });
  expect(['votelevel', 'targetforums'].filter((name) => sent[0]!.has(name))).toEqual([]);
});

test('what is refused is Failed, with the reason, and what was entered stays until it is added', async () => {
  const subject = begin();
  changeDraft({ title: 'For the hall' });
  answers['add'] = { success: false, message: 'There are too many.' };
  await submitAlert();
  expect($adding.get()).toMatchObject({ state: 'Failed', problem: { at: null, message: 'There are too many.' } });
  leaveAlert();
  beginAlert(subject);
  expect($adding.get()).toMatchObject({ state: 'Initialized', draft: { title: 'For the hall' } });
  answers['add'] = ANSWERED;
  await submitAlert();
  leaveAlert();
  beginAlert(subject);
  expect($adding.get()?.draft.title).toBe('');
});

test('an address that is not verified is said', async () => {
  const { criteriaId } = begin();
  answers['add'] = { unconfirmed: true, criteriaId };
  await submitAlert();
  expect($adding.get()).toMatchObject({ state: 'Failed', isUnconfirmed: true });
});

test('what cannot be read is said at its field, and not sent', async () => {
  begin();
  changeDraft({ maxprice: 'cheap' });
  await submitAlert();
  expect($adding.get()).toMatchObject({ state: 'Failed', problem: { at: 'maxprice', message: 'This must be a price, such as 49' } });
  changeDraft({ maxprice: '', notification: [] });
  await submitAlert();
  expect($adding.get()?.problem?.at).toBe('notification');
  expect(sent).toEqual([]);
});

test.each([
  ['new@example.org', 'deal-alert', ''],
  ['known@example.org', 'log-in', 'Looks like you already have an account.'],
])('a guest gives the address %s and is led on to %s, with the alert kept', async (email, view, notice) => {
  const { criteriaId } = begin({ isMember: false });
  await submitAlert();
  expect($adding.get()?.problem).toEqual({ at: 'email', message: 'Please enter a valid email address' });
  writeEmail(email);
  answers['add'] = { doLogin: true, criteriaId };
  await submitAlert();
  expect($alertSubject.get()).toBeNull();
  expect($opened.get()).toMatchObject({ view, email, criteriaId });
  if (notice) expect($logIn.get()).toMatchObject({ identifier: email, notice });
  expect(JSON.parse(saved['pending-action'] ?? '{}')).toMatchObject({ kind: 'alert', criteriaId, fields: { criteriaId } });
});

test('who is not signed in after all is asked for an address', async () => {
  const { criteriaId } = begin();
  answers['add'] = { doLogin: true, criteriaId };
  await submitAlert();
  expect($adding.get()).toMatchObject({ state: 'Failed', email: '', problem: { at: 'email' } });
});
