import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { every, startJob } from '../../../src/server/every.ts';

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

test('a job that is woken runs at once, and once more after a run that was under way', async () => {
  const ends: (() => void)[] = [];
  const job = startJob(
    1_000,
    () => new Promise<void>((resolve) => void ends.push(resolve)),
    () => undefined,
  );
  job.wake();
  expect(ends).toHaveLength(1);
  job.wake();
  job.wake();
  expect(ends).toHaveLength(1);
  ends[0]!();
  await vi.advanceTimersByTimeAsync(0);
  expect(ends).toHaveLength(2);
  ends[1]!();
  await vi.advanceTimersByTimeAsync(500);
  expect(ends).toHaveLength(2);
  job.end();
  job.wake();
  expect(ends).toHaveLength(2);
});
