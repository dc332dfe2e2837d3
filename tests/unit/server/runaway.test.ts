import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { joinDatabase, openDatabase } from '../../../src/server/db/connect.ts';
import type { Database, Db } from '../../../src/server/db/database.ts';
import { withoutTimeLimit } from '../../../src/server/db/time-limit.ts';
import { openServerCopy } from '../../support/databases.ts';
import { prepareDatabase } from '../../support/embedded.ts';

const TIMED_OUT = { code: '57014', message: 'canceling statement due to statement timeout' };
const LONG = 60_000;

/** A database as a site opens it: the embedded one in a folder. */
async function openInFolder(): Promise<Database> {
  const dataDir = await mkdtemp(join(tmpdir(), 'magpie-runaway-'));
  await prepareDatabase(dataDir, inject('embeddedTemplate'));
  const { close, ...database } = await openDatabase({ databaseUrl: undefined, dataDir });
  return { ...database, close: () => close().then(() => rm(dataDir, { recursive: true })) };
}

const server = inject('postgres');
const databases = { PGlite: openInFolder, ...(server && { PostgreSQL: () => openServerCopy(server) }) };

let database: Database;
let db: Db;

const hurry = (on: Db) => sql`set statement_timeout = 300`.execute(on);
const runAway = (on: Db) => sql`select count(*) from generate_series(1, 100000000000)`.execute(on);
const takeAWhile = (on: Db) => sql`select pg_sleep(0.6)`.execute(on);
const set = (key: string, on = db) => on.insertInto('settings').values({ key, value: '' }).execute();
const empty = async () => {
  await db.deleteFrom('settings').where('key', '<>', 'catalogue_id').execute();
  await sql`reset statement_timeout`.execute(db);
};
const keys = async () => {
  const rows = await db.selectFrom('settings').select('key').where('key', '<>', 'catalogue_id').orderBy('key').execute();
  return rows.map(({ key }) => key);
};

describe.each(Object.entries(databases))('a statement that runs away (%s)', (_name, open) => {
  beforeAll(async () => {
    database = await open();
    db = database.db;
  }, LONG);
  afterEach(empty);
  afterAll(() => database.close(), LONG);

  test('is stopped after the time that was set, and the connection goes on with what was there', { timeout: LONG }, async () => {
    await set('kept');
    await db.connection().execute(async (connection) => {
      await hurry(connection);
      await expect(runAway(connection)).rejects.toMatchObject(TIMED_OUT);
      await set('after', connection);
      await sql`reset statement_timeout`.execute(connection);
    });
    expect(await keys()).toEqual(['after', 'kept']);
  });

  test('takes its transaction along, which stays aborted until its end and is told why', { timeout: LONG }, async () => {
    await set('kept');
    const failed = db.transaction().execute(async (transaction) => {
      await set('lost', transaction);
      await sql`set local statement_timeout = 300`.execute(transaction);
      const stopped = await runAway(transaction).catch((error: unknown) => error);
      await expect(set('on its own', transaction)).rejects.toMatchObject({ code: '25P02' });
      throw stopped;
    });
    await expect(failed).rejects.toMatchObject(TIMED_OUT);
    expect(await keys()).toEqual(['kept']);
    await db.transaction().execute((transaction) => set('next', transaction));
    expect(await keys()).toEqual(['kept', 'next']);
  });

  test('has the time that is set for a transaction only until it ends', { timeout: LONG }, async () => {
    await db.connection().execute(async (connection) => {
      await connection.transaction().execute((transaction) => sql`set local statement_timeout = 300`.execute(transaction));
      await takeAWhile(connection);
    });
  });

  test('may take all the time where no limit is wanted', { timeout: LONG }, async () => {
    await db.connection().execute(async (connection) => {
      await hurry(connection);
      await connection.transaction().execute(async (transaction) => {
        await sql`set local statement_timeout = 0`.execute(transaction);
        await takeAWhile(transaction);
      });
      await expect(takeAWhile(connection)).rejects.toMatchObject(TIMED_OUT);
      await hurry(connection);
      await withoutTimeLimit(connection, takeAWhile);
    });
  });

  test('may take 30 seconds where nothing is set', async () => {
    const { rows } = await sql`show statement_timeout`.execute(db);
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
  });
});

/** Each test has a statement run away, on the database of the tests before it. */
describe('while the embedded database starts anew', () => {
  beforeAll(async () => {
    database = await openInFolder();
    db = database.db;
  }, LONG);
  afterEach(empty);
  afterAll(() => database.close(), LONG);

  const joined = () => joinDatabase({ databaseUrl: undefined }, database.openPort!());
  const runAwaySoon = () =>
    db.connection().execute(async (connection) => {
      await hurry(connection);
      await runAway(connection);
    });

  test('others wait and then get on: what they had asked is done once', { timeout: LONG }, async () => {
    const [one, other] = [joined(), joined()];
    const prepared = () => other.db.selectFrom('settings').select('value').where('key', '=', 'catalogue_id').executeTakeFirstOrThrow();
    const before = await prepared();
    const stopped = expect(runAwaySoon()).rejects.toMatchObject(TIMED_OUT);
    const writing = set('waited', one.db);
    const reading = prepared();
    await Promise.all([stopped, writing]);
    expect(await reading).toEqual(before);
    expect(await prepared()).toEqual(before);
    expect(await keys()).toEqual(['waited']);
    await other.db.transaction().execute((transaction) => set('together', transaction));
    expect(await keys()).toEqual(['together', 'waited']);
    await Promise.all([one.close(), other.close()]);
  });

  test('who joins meanwhile waits too', { timeout: LONG }, async () => {
    const stopped = expect(runAwaySoon()).rejects.toMatchObject(TIMED_OUT);
    const asked = sql`select 1 as one`.execute(joined().db);
    await stopped;
    const late = sql`select 2 as two`.execute(joined().db);
    expect([(await asked).rows, (await late).rows]).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  });

  test('changes are heard of as before, and times are in UTC', { timeout: LONG }, async () => {
    const other = joined();
    await expect(runAwaySoon()).rejects.toMatchObject(TIMED_OUT);
    const heard = new Promise<void>((resolve) => other.onChanges(resolve));
    await db.insertInto('changes').values({ subject: 'everything' }).execute();
    await heard;
    expect((await sql`show time zone`.execute(other.db)).rows).toEqual([{ TimeZone: 'UTC' }]);
    await other.close();
  });

  test('a thread of its own goes on too', { timeout: LONG }, async () => {
    const port = database.openPort!();
    const connect = JSON.stringify(new URL('../../../src/server/db/connect.ts', import.meta.url).href);
    const thread = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads');
      import(${connect}).then(async ({ joinDatabase }) => {
        const { db } = joinDatabase({ databaseUrl: undefined }, workerData);
        const set = (key) => db.insertInto('settings').values({ key, value: '' }).execute();
        await set('before');
        parentPort.postMessage('ready');
        parentPort.on('message', (key) => set(key).then(() => parentPort.postMessage('done')));
      });`,
      { eval: true, workerData: port, transferList: [port] },
    );
    await once(thread, 'message');
    const stopped = expect(runAwaySoon()).rejects.toMatchObject(TIMED_OUT);
    thread.postMessage('after');
    await Promise.all([stopped, once(thread, 'message')]);
    expect(await keys()).toEqual(['after', 'before']);
    await thread.terminate();
  });
});
