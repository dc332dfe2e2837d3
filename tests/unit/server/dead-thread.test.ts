import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { joinDatabase, openDatabase } from '../../../src/server/db/connect.ts';
import type { Database, Db } from '../../../src/server/db/database.ts';
import { isBusy } from '../../../src/server/db/unavailable.ts';
import { prepareDatabase } from '../../support/embedded.ts';
import { mountSmallDisk } from '../../support/small-disk.ts';

const LONG = 120_000;
const SOON = { timeout: LONG, interval: 20 };

let dataDir: string;
let database: Database;
let db: Db;
const threads: Worker[] = [];
const troubles: string[] = [];
let passed = 0;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'magpie-dead-'));
  process.on('worker', (thread) => threads.push(thread));
  const { now } = performance;
  vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + passed);
  await prepareDatabase(dataDir, inject('embeddedTemplate'));
  database = await openDatabase({ databaseUrl: undefined, dataDir }, (message) => troubles.push(message));
  db = database.db;
}, LONG);
// A thread that dies soon after the one before is opened again later: each test begins with one that has lived for long.
beforeEach(() => (passed += 120_000));
afterEach(() => db.deleteFrom('settings').where('key', '<>', 'catalogue_id').execute(), LONG);
afterAll(async () => {
  await database.close();
  vi.restoreAllMocks();
  await rm(dataDir, { recursive: true });
}, LONG);

const kill = () => threads.at(-1)!.terminate();
const joined = () => joinDatabase({ databaseUrl: undefined }, database.openPort!());
const set = (key: string, on = db) => on.insertInto('settings').values({ key, value: '' }).execute();
const keys = async (on = db) => {
  const rows = await on.selectFrom('settings').select('key').where('key', '<>', 'catalogue_id').orderBy('key').execute();
  return rows.map(({ key }) => key);
};

/** A statement that goes on for a minute, and kills the thread once it has begun. */
function statementThatIsKilled(): { answered: Promise<unknown>; killed: Promise<unknown> } {
  const mark = join(dataDir, 'database/begun');
  rmSync(mark, { force: true });
  const answered = sql.raw(`copy (select 1) to '/pglite/data/begun'; select pg_sleep(60)`).execute(db);
  return {
    answered,
    killed: expect
      .poll(() => existsSync(mark), SOON)
      .toBe(true)
      .then(kill),
  };
}

describe('when the thread of the embedded database dies', () => {
  test('what ran gets an error, and what others had asked is done, once', { timeout: LONG }, async () => {
    const other = joined();
    expect(await keys(other.db)).toEqual([]);
    const { answered, killed } = statementThatIsKilled();
    const written = set('waited', other.db);
    await expect(answered).rejects.toMatchObject({ code: '57P02', message: expect.stringContaining('is not known') as string });
    await Promise.all([written, killed]);
    expect([await keys(), await keys(other.db)]).toEqual([['waited'], ['waited']]);
    expect(troubles.at(-1)).toMatch(/^the thread of the embedded database died, and is started again: /);
    await other.close();
  });

  test('a transaction is lost: its next statement fails, and all after that until it is rolled back', { timeout: LONG }, async () => {
    const failed = db.transaction().execute(async (transaction) => {
      await set('lost', transaction);
      await kill();
      await expect(set('more', transaction)).rejects.toMatchObject({ code: '57P02' });
      await expect(set('still more', transaction)).rejects.toMatchObject({ code: '25P02' });
      throw new Error('given up');
    });
    await expect(failed).rejects.toThrow('given up');
    expect(await keys()).toEqual([]);
    await db.transaction().execute((transaction) => set('next', transaction));
    expect(await keys()).toEqual(['next']);
  });

  test('a transaction that was only to be committed fails, too', { timeout: LONG }, async () => {
    const failed = db.transaction().execute(async (transaction) => {
      await set('lost', transaction);
      await kill();
    });
    await expect(failed).rejects.toThrow('of which nothing was done');
    expect(await keys()).toEqual([]);
  });

  test('statements that were prepared go on, also of a table that each transaction makes anew', { timeout: LONG }, async () => {
    const staged = () =>
      db.transaction().execute(async (transaction) => {
        await sql`create temporary table staged (number int) on commit drop`.execute(transaction);
        await sql`insert into staged values (1), (2)`.execute(transaction);
        const { rows } = await sql<{ number: number }>`select number from staged where number > ${1}`.execute(transaction);
        return rows;
      });
    const setting = async () => (await sql`select key from settings where key = ${'none'}`.execute(db)).rows;
    expect([await staged(), await setting()]).toEqual([[{ number: 2 }], []]);
    for (const _death of [1, 2]) {
      await kill();
      expect([await staged(), await setting(), await staged(), await setting()]).toEqual([[{ number: 2 }], [], [{ number: 2 }], []]);
      passed += 120_000;
    }
  });

  test('changes are heard of as before', { timeout: LONG }, async () => {
    await kill();
    await keys();
    const heard = new Promise<void>((resolve) => database.onChanges(resolve));
    await db.insertInto('changes').values({ subject: 'everything' }).execute();
    await heard;
  });
});

test('a thread that dies again and again is told of and waited for ever longer, until one lives', { timeout: LONG }, async () => {
  const killAtBirth = (thread: Worker) => void thread.terminate();
  const isDown = {
    code: '57P03',
    message: expect.stringMatching(/^the embedded database stopped \d+ times one after the other/) as string,
  };
  process.on('worker', killAtBirth);
  onTestFinished(() => void process.off('worker', killAtBirth));
  await kill();
  await expect(set('refused')).rejects.toMatchObject(isDown);
  expect(await set('refused').catch(isBusy)).toBe(true);
  const other = joined();
  await expect(keys(other.db)).rejects.toMatchObject(isDown);
  await expect(db.transaction().execute((transaction) => set('refused', transaction))).rejects.toMatchObject(isDown);
  await expect.poll(() => troubles.at(-1), SOON).toContain('is started again in 1 s');

  process.off('worker', killAtBirth);
  await expect.poll(() => keys().catch(() => undefined), SOON).toEqual([]);
  await set('written', other.db);
  expect(await keys()).toEqual(['written']);
  await other.close();
});

test('a disk that is full is told as the reason, and with room again nothing is lost', { timeout: LONG }, async ({ skip }) => {
  const disk = mountSmallDisk(256) ?? skip('this user may not mount a disk to be filled');
  onTestFinished(disk.remove);
  const at = { databaseUrl: undefined, dataDir: disk.folder };
  await prepareDatabase(disk.folder, inject('embeddedTemplate'));
  const onFullDisk = await openDatabase(at, () => undefined);
  await set('kept', onFullDisk.db);
  disk.fill();
  // It goes into the log of writes alone, where PostgreSQL cannot go on after a write that failed.
  const writes = sql`select pg_logical_emit_message(true, 'test', repeat('x', 20000000))`;
  await expect(writes.execute(onFullDisk.db)).rejects.toMatchObject({ code: '53100' });
  await expect(set('more', onFullDisk.db)).rejects.toMatchObject({ code: '53100' });
  const lost = onFullDisk.db.transaction().execute((transaction) => set('more', transaction));
  await expect(lost).rejects.toMatchObject({ code: '53100' });
  expect(await set('more', onFullDisk.db).catch(isBusy)).toBe(true);
  await onFullDisk.close();
  await expect(openDatabase(at)).rejects.toMatchObject({ code: 'ENOSPC', message: expect.stringContaining('No space left') as string });

  disk.makeRoom();
  const withRoom = await openDatabase(at, () => undefined);
  expect(await keys(withRoom.db)).toEqual(['kept']);
  disk.fill();
  await expect(writes.execute(withRoom.db)).rejects.toMatchObject({ code: '53100' });
  disk.makeRoom();
  await expect.poll(() => keys(withRoom.db).catch(() => undefined), SOON).toEqual(['kept']);
  await withRoom.close();
});
