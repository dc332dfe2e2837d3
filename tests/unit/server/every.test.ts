import { setTimeout as passes } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { every } from '../../../src/server/every.ts';

test('a job never runs beside itself, goes on after a failure, and ends', async () => {
  let running = 0;
  let most = 0;
  let runs = 0;
  const failures: unknown[] = [];
  const end = every(
    1,
    async () => {
      most = Math.max(most, ++running);
      await passes(10);
      running--;
      if (++runs === 2) throw new Error('once');
    },
    (error) => failures.push(error),
  );
  await vi.waitFor(() => expect(runs).toBeGreaterThan(3));
  end();
  expect(most).toBe(1);
  expect(failures).toEqual([new Error('once')]);
  const then = runs + running;
  await passes(30);
  expect(runs).toBe(then);
});
