import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { alertFields, newDraft, type AlertFields } from '../../../src/features/alerts/draft.ts';
import { $preview, clearPreview, schedulePreview } from '../../../src/features/alerts/preview-store.ts';
import { DEFAULT_REGION } from '../../../src/lib/region.ts';

const subject = { criteriaId: 'q=ssd', title: 'ssd', source: 'search' } as const;
const upTo = (maxprice: string): AlertFields => alertFields(subject, { ...newDraft(subject, DEFAULT_REGION), maxprice });
const found = (total: number) => ({ title: 'ssd', criteriaId: 'q=ssd', perWeek: 1, total, deals: [] });

/** Highest prices that were asked about. */
let asked: (string | null)[];
/** Answers the calls that wait, by their prices. */
let answer: Map<string | null, (json: object) => void>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', { cookie: '', documentElement: { lang: 'en', dataset: {} } });
  asked = [];
  answer = new Map();
  vi.stubGlobal('fetch', (_: unknown, { body }: { body: URLSearchParams }) => {
    const price = new URLSearchParams(body).get('maxprice');
    asked.push(price);
    return new Promise((resolve) => answer.set(price, (json) => resolve(Response.json(json))));
  });
});
afterEach(() => {
  clearPreview();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const pass = () => vi.advanceTimersByTimeAsync(1_000);

test('a preview is asked for once after several changes', async () => {
  for (const price of ['6', '60', '60.5']) schedulePreview(upTo(price), '');
  expect($preview.get()).toEqual({ state: 'pending', found: undefined });
  await pass();
  expect(asked).toEqual(['60.5']);
  answer.get('60.5')!(found(4));
  await pass();
  expect($preview.get()).toEqual({ state: 'success', found: found(4) });
});

test('an answer to what has changed meanwhile is dropped, and what was shown stays until the newer one', async () => {
  schedulePreview(upTo('1'), '');
  await pass();
  answer.get('1')!(found(1));
  await pass();
  schedulePreview(upTo('2'), '');
  await pass();
  schedulePreview(upTo('3'), '');
  await pass();
  answer.get('2')!(found(2));
  await pass();
  expect($preview.get()).toEqual({ state: 'pending', found: found(1) });
  answer.get('3')!(found(3));
  await pass();
  expect($preview.get()).toEqual({ state: 'success', found: found(3) });
});

test.each([
  ['https://deals.example/f/12-a-kettle', '12'],
  ['a kettle', null],
])('a deal that “%s” names is asked about', async (deal, threadid) => {
  const forms: URLSearchParams[] = [];
  vi.stubGlobal('fetch', (_: unknown, { body }: { body: URLSearchParams }) => {
    forms.push(new URLSearchParams(body));
    return Promise.resolve(Response.json(found(1)));
  });
  schedulePreview(upTo('60'), deal);
  await pass();
  expect(forms.map((form) => form.get('threadid'))).toEqual([threadid]);
  expect($preview.get().state).toBe('success');
});

test('why there is none is shown, what cannot be read is not asked about, and a closed dialog forgets it', async () => {
  schedulePreview(upTo('60'), '');
  await pass();
  answer.get('60')!({ success: false, message: 'So much matches that it could not be counted.' });
  await pass();
  expect($preview.get()).toEqual({ state: 'error', message: 'So much matches that it could not be counted.' });
  schedulePreview(upTo('cheap'), '');
  await pass();
  expect($preview.get()).toEqual({ state: 'error', message: 'Please correct the fields above.' });
  expect(asked).toEqual(['60']);
  clearPreview();
  expect($preview.get()).toEqual({ state: 'idle' });
});
