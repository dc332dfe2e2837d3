import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { columnTypes, joinDatabase, openPool } from '../../../src/server/db/connect.ts';
import type { Database } from '../../../src/server/db/database.ts';
import { openEmbedded } from '../../../src/server/db/embedded.ts';

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
const keys = async () => {
  const rows = await database.db.selectFrom('settings').select('key').where('key', '<>', 'catalogue_id').orderBy('key').execute();
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
