import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { createHook } from 'node:async_hooks';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import type { Tables } from '../../../src/server/db/schema.ts';
import { openHealthCheck } from '../../../src/server/db/health-check.ts';

/** A database that answers at once. */
const quick = () =>
  new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

test('a database that answers leaves no timer behind, however often it is asked', async () => {
  const timers = new Set<number>();
  const hook = createHook({
    init(id, type) {
      if (type === 'Timeout') timers.add(id);
    },
    destroy(id) {
      timers.delete(id);
    },
  }).enable();
  onTestFinished(() => {
    hook.disable();
  });
  const isAnswering = openHealthCheck(quick());
  expect(await Promise.all([isAnswering(), isAnswering()])).toEqual([true, true]);
  expect(await isAnswering()).toBe(true);
  // Node reports the end of timers in a later turn.
  await promisify(setImmediate)();
  expect(timers.size).toBe(0);
});
