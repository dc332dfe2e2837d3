import { expect, onTestFinished, test, vi } from 'vitest';
import { ask } from '../../../src/features/votes/ask.ts';
import { ownVotesCall } from '../../../src/features/votes/contracts/own-votes.ts';

test('a call for counts that nobody answers is given up, and leaves the page as it is', async () => {
  vi.useFakeTimers();
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  onTestFinished(() => {
    warn.mockRestore();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal('fetch', (_address: string, { signal }: RequestInit = {}) => {
    const { promise, reject } = Promise.withResolvers<never>();
    signal?.addEventListener('abort', () => reject(new Error('given up')));
    return promise;
  });
  const answered = vi.fn();
  void ask(ownVotesCall, [['ti[]', 1]]).then(answered);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(answered).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(answered).toHaveBeenCalledWith(undefined);
});
