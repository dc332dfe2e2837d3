import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every } from '../../../src/server/every.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a job never runs beside itself, goes on after a failure, and ends', async () => {
  const running: (() => void)[] = [];
  const failures: unknown[] = [];
  const work = () =>
    new Promise<void>((resolve, reject) => void running.push(running.length === 0 ? () => reject(new Error('once')) : resolve));
  const end = every(10, work, (error) => failures.push(error));
  await vi.advanceTimersByTimeAsync(50);
  expect(running).toHaveLength(1);
  running[0]!();
  await vi.advanceTimersByTimeAsync(50);
  expect(failures).toEqual([new Error('once')]);
  expect(running).toHaveLength(2);
  end();
  running[1]!();
  await vi.advanceTimersByTimeAsync(50);
  expect(running).toHaveLength(2);
});
