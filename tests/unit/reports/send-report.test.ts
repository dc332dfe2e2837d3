import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { $opened } from '../../../src/features/accounts/modal/store.ts';
import { $popups } from '../../../src/features/accounts/popups/store.ts';
import { report } from '../../../src/features/reports/send-report.ts';
import { $reportable, openReport } from '../../../src/features/reports/store.ts';

const POST = { postid: 7, kind: 'comment', isExpired: false } as const;

beforeEach(() => {
  $popups.set([]);
  vi.stubGlobal('document', { cookie: '' });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined });
  openReport(POST);
});

afterEach(() => void vi.unstubAllGlobals());

/** Sends a report that is answered like this. */
function send(answer: object) {
  vi.stubGlobal('fetch', async () => Response.json(answer));
  return report(POST, 'Spam', '');
}

test('a report that is taken leaves the dialog open, to say so', async () => {
  expect(await send({ success: true })).toBe('sent');
  expect($reportable.get()).toEqual(POST);
});

test('a guest is led to sign up, and the dialog makes way', async () => {
  expect(await send({ error: 'dologin' })).toBeUndefined();
  expect($reportable.get()).toBeNull();
  expect($opened.get()).toMatchObject({ view: 'sign-up', actionSource: 'report' });
});

test('whoever has not verified an address is told, and the dialog makes way', async () => {
  expect(await send({ error: 'Unverified Email' })).toBeUndefined();
  expect($reportable.get()).toBeNull();
  expect($popups.get()).toEqual(['drawer']);
});

test('any other refusal is shown in the dialog', async () => {
  expect(await send({ error: 'You have reported this already.' })).toEqual({ error: 'You have reported this already.' });
  expect($reportable.get()).toEqual(POST);
});
