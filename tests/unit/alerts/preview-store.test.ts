import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newDraft, alertFields, type AlertFields } from '../../../src/features/alerts/draft.ts';
import { loadPreview } from '../../../src/features/alerts/client.ts';
import { $preview, forgetPreview, previewSoon } from '../../../src/features/alerts/preview-store.ts';

vi.mock('../../../src/features/alerts/client.ts', () => ({ loadPreview: vi.fn() }));

const subject = { criteriaId: 'q=ssd', title: 'ssd', source: 'search' } as const;
const upTo = (maxprice: string): AlertFields => alertFields(subject, { ...newDraft(subject), maxprice });
const found = (total: number) => ({ title: 'ssd', criteriaId: 'q=ssd', perWeek: 1, total, deals: [] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  forgetPreview();
  vi.useRealTimers();
  vi.mocked(loadPreview).mockReset();
});

test('a preview is asked for once after several changes', async () => {
  vi.mocked(loadPreview).mockResolvedValue(found(4));
  for (const price of ['6', '60', '60.5']) previewSoon(upTo(price));
  expect($preview.get()).toEqual({ state: 'pending', found: undefined });
  await vi.runAllTimersAsync();
  expect(vi.mocked(loadPreview).mock.calls.map(([{ maxprice }]) => maxprice)).toEqual(['60.5']);
  expect($preview.get()).toEqual({ state: 'success', found: found(4) });
});

test('an answer to what has changed meanwhile is dropped, and what was shown stays until the newer one', async () => {
  const answers = [found(1), found(2), found(3)];
  const resolve: (() => void)[] = [];
  vi.mocked(loadPreview).mockImplementation(() => new Promise((done) => resolve.push(() => done(answers[resolve.length - 1] ?? found(0)))));
  previewSoon(upTo('1'));
  await vi.runAllTimersAsync();
  previewSoon(upTo('2'));
  await vi.runAllTimersAsync();
  resolve[0]!();
  await vi.runAllTimersAsync();
  expect($preview.get().state).toBe('pending');
  resolve[1]!();
  await vi.runAllTimersAsync();
  expect($preview.get().state).toBe('success');
});

test('why there is none is shown, and a closed dialog forgets it', async () => {
  vi.mocked(loadPreview).mockResolvedValue({ success: false, message: 'So much matches that it could not be counted.' });
  previewSoon(upTo('60'));
  await vi.runAllTimersAsync();
  expect($preview.get()).toEqual({ state: 'error', message: 'So much matches that it could not be counted.' });
  previewSoon(upTo('cheap'));
  expect($preview.get()).toEqual({ state: 'error', message: 'Something above cannot be read yet.' });
  await vi.runAllTimersAsync();
  expect(loadPreview).toHaveBeenCalledTimes(1);
  forgetPreview();
  expect($preview.get()).toEqual({ state: 'idle' });
});
