import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Queue, URGENCY } from '../../../src/features/publishing/queue.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a page is made once a minute for reputations, and with what else changes on it', () => {
  const queue = new Queue();
  queue.add('deal:1', URGENCY.reputation);
  queue.add('deal:2', URGENCY.reputation);
  vi.advanceTimersByTime(30_000);
  queue.add('deal:1', URGENCY.reputation);
  queue.add('deal:2', URGENCY.quiet);
  expect(queue.wait()).toBe(3_000);
  vi.advanceTimersByTime(3_000);
  expect(queue.take().names).toEqual(['deal:2']);
  expect([queue.take().names, queue.wait()]).toEqual([[], 27_000]);
  vi.advanceTimersByTime(27_000);
  expect([queue.take().names, queue.take().names, queue.wait()]).toEqual([['deal:1'], [], Infinity]);
});
