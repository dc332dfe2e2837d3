import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { columnTypes, joinDatabase, openPool } from '../../../src/server/db/connect.ts';
import type { Database, Db } from '../../../src/server/db/database.ts';
import { openEmbedded } from '../../../src/server/db/embedded.ts';
import { withSearchLimits } from '../../../src/features/search/bounded.server.ts';
import { checkCatalogue } from '../../../src/features/catalogue-files/check/check-catalogue.server.ts';
import { allowConcurrentReads } from '../../../src/server/db/concurrent-reads.ts';
import { requestScope } from '../../../src/server/request-scope.ts';
import { contextOf } from '../../support/catalogue.ts';

const CONNECT = new URL('../../../src/server/db/connect.ts', import.meta.url);

let database: Database;
beforeAll(async () => {
  database = await openPool(await openEmbedded('memory://', columnTypes));
});
afterEach(() => database.db.deleteFrom('settings').where('key', '<>', 'catalogue_id').execute());
afterAll(() => database.close());

/** Another client of the same database, as another thread has it. */
const join = () => joinDatabase({ databaseUrl: undefined }, database.openPort!());

const set = ({ db }: Pick<Database, 'db'>, key: string) => db.insertInto('settings').values({ key, value: '' }).execute();
const keys = () => keysOf(database.db);
const keysOf = async (db: Db) => {
  const rows = await db.selectFrom('settings').select('key').where('key', '<>', 'catalogue_id').orderBy('key').execute();
  return rows.map(({ key }) => key);
};

test('clients of the embedded database take turns: what one does in a transaction nobody else gets between', async () => {
  const [one, other] = [join(), join()];
  const done: string[] = [];
  const begun = Promise.withResolvers<undefined>();
  const transaction = one.db.transaction().execute(async (db) => {
    await set({ db }, 'first');
    begun.resolve(undefined);
    for (const key of ['second', 'third']) await set({ db }, key);
    done.push('the transaction');
  });
  await begun.promise;
  await Promise.all([
    set(other, 'fourth').then(() => done.push('the other')),
    set(database, 'fifth').then(() => done.push('a third')),
    transaction,
  ]);
  expect(done[0]).toBe('the transaction');
  expect(await keys()).toEqual(['fifth', 'first', 'fourth', 'second', 'third']);
  await Promise.all([one.close(), other.close()]);
});

test('a transaction that fails leaves nothing of its own, and everything of the others', async () => {
  const one = join();
  const failed = one.db.transaction().execute(async (db) => {
    await set({ db }, 'mine');
    await set({ db }, 'mine');
  });
  await Promise.all([expect(failed).rejects.toThrow('duplicate key'), set(database, 'theirs')]);
  expect(await keys()).toEqual(['theirs']);
  await set(one, 'mine after all');
  expect(await keys()).toEqual(['mine after all', 'theirs']);
  await one.close();
});

/** Starts a thread that joins the database and says `ready` once it has done `work`. */
async function threadThat(work: string): Promise<Worker> {
  const port = database.openPort!();
  const thread = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(${JSON.stringify(CONNECT.href)}).then(async ({ joinDatabase }) => {
      const { db } = joinDatabase({ databaseUrl: undefined }, workerData);
      const set = (db, key) => db.insertInto('settings').values({ key, value: '' }).execute();
      ${work}
    });`,
    { eval: true, workerData: port, transferList: [port] },
  );
  await once(thread, 'message');
  return thread;
}

test('what a thread that dies within a transaction has done is undone, and the others go on', async () => {
  const thread = await threadThat(`await db.transaction().execute(async (transaction) => {
    await set(transaction, 'half');
    parentPort.postMessage('ready');
    await new Promise(() => setInterval(() => {}, 1000));
  });`);
  const waiting = set(database, 'whole');
  await thread.terminate();
  await waiting;
  expect(await keys()).toEqual(['whole']);
});

test('a thread that dies while its statement runs holds nobody', async () => {
  const thread = await threadThat(`await db.startTransaction().execute().then((transaction) => {
    set(transaction, 'half');
    parentPort.postMessage('ready');
  });`);
  await thread.terminate();
  await set(database, 'whole');
  expect(await keys()).toEqual(['whole']);
});

test('the embedded database keeps nothing of visitors who are answered', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const answered = async () => {
    const scope = { method: 'GET', path: '/' };
    await requestScope.run(scope, keys);
    return new WeakRef(scope);
  };
  const visitors = [await answered(), await answered(), await answered()];
  await keys();
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(visitors.map((visitor) => visitor.deref())).toEqual([undefined, undefined, undefined]);
});

describe('a long transaction that lets others read', () => {
  const asVisitor = <T>(work: () => Promise<T>, method = 'GET') => requestScope.run({ method, path: '/' }, work);

  test('answers visitors before it has ended, with what it wrote so far, and what they write waits for its end', async () => {
    const before = asVisitor(keys);
    const transaction = await database.db.startTransaction().execute();
    const early = asVisitor(keys);
    await allowConcurrentReads(transaction);
    await set({ db: transaction }, 'first');
    const writing = asVisitor(() => set(database, 'visit'));
    expect(await before).toEqual([]);
    // It came while nobody could read, and does not wait for the end either.
    await early;
    expect(await asVisitor(keys)).toEqual(['first']);
    await expect(asVisitor(() => sql`select 1 / 0`.execute(database.db))).rejects.toThrow('division by zero');
    await expect(asVisitor(() => sql`select 'a'::int`.execute(database.db))).rejects.toThrow('invalid input syntax');
    await set({ db: transaction }, 'second');
    expect(await asVisitor(keys)).toEqual(['first', 'second']);
    await transaction.commit().execute();
    await writing;
    expect(await keys()).toEqual(['first', 'second', 'visit']);
  });

  test('has queries that write wait for its end, also those that begin as others do', async () => {
    const transaction = await database.db.startTransaction().execute();
    await allowConcurrentReads(transaction);
    await set({ db: transaction }, 'first');
    const writing = asVisitor(() =>
      sql`with added as (insert into settings values ('visit', '') returning key) select * from added`.execute(database.db),
    );
    expect(await asVisitor(keys)).toEqual(['first']);
    await transaction.rollback().execute();
    expect((await writing).rows).toEqual([{ key: 'visit' }]);
    expect(await keys()).toEqual(['visit']);
  });

  test('answers searches, which read in a transaction of their own, and is not changed by what they set', async () => {
    const timeout = async (db: Db) =>
      (await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db)).rows[0]!.statement_timeout;
    const transaction = await database.db.startTransaction().execute();
    await allowConcurrentReads(transaction);
    await set({ db: transaction }, 'first');
    const usual = await timeout(transaction);
    const goingOn: Promise<unknown>[] = [];
    const found = await asVisitor(() =>
      withSearchLimits(database.db, async (bounded) => {
        // It waits until the search has ended.
        goingOn.push(set({ db: transaction }, 'second'));
        return [await timeout(bounded), await keysOf(bounded)];
      }),
    );
    expect(found).toEqual(['5s', ['first']]);
    await Promise.all(goingOn);
    expect(await timeout(transaction)).toBe(usual);
    await transaction.commit().execute();
    expect(await keys()).toEqual(['first', 'second']);
  });

  test('goes on after a search that failed or would write', async () => {
    const transaction = await database.db.startTransaction().execute();
    await allowConcurrentReads(transaction);
    await set({ db: transaction }, 'first');
    const search = <T>(read: (bounded: Db) => Promise<T>) => asVisitor(() => withSearchLimits(database.db, read));
    await expect(search((db) => sql`select 1 / 0`.execute(db))).rejects.toThrow('division by zero');
    await expect(search((db) => set({ db }, 'visit'))).rejects.toThrow('read-only transaction');
    await expect(search(() => Promise.reject(new Error('given up')))).rejects.toThrow('given up');
    await set({ db: transaction }, 'second');
    expect(await search(keysOf)).toEqual(['first', 'second']);
    await transaction.commit().execute();
    expect(await keys()).toEqual(['first', 'second']);
  });

  test('keeps waiting who reads for other purposes, such as publishing', async () => {
    const transaction = await database.db.startTransaction().execute();
    await allowConcurrentReads(transaction);
    await set({ db: transaction }, 'half');
    const publisher = join();
    const reading = publisher.db.selectFrom('settings').select('key').where('key', '=', 'half').execute();
    const posting = asVisitor(keys, 'POST');
    expect(await asVisitor(keys)).toEqual(['half']);
    await transaction.rollback().execute();
    expect([await reading, await posting]).toEqual([[], []]);
    await publisher.close();
  });

  test('is that of a check of the catalogue, too', async () => {
    const read: Promise<string[]>[] = [];
    await checkCatalogue(contextOf(database), async ({ done }) => {
      if (done !== 1) return;
      read.push(asVisitor(keys));
      await Promise.all(read);
    });
    expect(await Promise.all(read)).toEqual([[]]);
  });

  test('ends like any other, and the next one does not let anybody read unless it says so', async () => {
    const first = await database.db.startTransaction().execute();
    await allowConcurrentReads(first);
    await first.rollback().execute();
    const second = await database.db.startTransaction().execute();
    await set({ db: second }, 'half');
    const reading = asVisitor(keys);
    await set({ db: second }, 'whole');
    await second.rollback().execute();
    expect(await reading).toEqual([]);
  });
});
