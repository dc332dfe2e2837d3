import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { columnTypes, databaseWithPool } from '../../../src/server/db/connect.ts';
import { openServer } from '../../../src/server/db/server-pool.ts';
import { administer, databaseAt } from '../../support/postgres.ts';

const server = inject('postgres');
const NAME = `magpie_settings_${process.pid}`;

/** A new database whose sessions begin with other settings than PostgreSQL's own. */
async function databaseWith(settings: Record<string, string>): Promise<string> {
  await administer(server!, `create database ${NAME}`);
  onTestFinished(() => administer(server!, `drop database ${NAME} with (force)`));
  for (const [name, value] of Object.entries(settings)) await administer(server!, `alter database ${NAME} set ${name} = '${value}'`);
  return databaseAt(server!, NAME);
}

function open(url: string) {
  const { db, close } = databaseWithPool(openServer(url, columnTypes));
  onTestFinished(close);
  return db;
}

const settingsOf = async (url: string, ...names: string[]) => {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(names)})`.execute(open(url));
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
};

test.skipIf(!server)('times and numbers are read as they are, however the server writes them by itself', async () => {
  const db = open(await databaseWith({ datestyle: 'German, DMY', extra_float_digits: '-5', standard_conforming_strings: 'off' }));
  const { rows } = await sql`
    select timestamptz '2026-04-03 02:01:00Z' as at, date '2026-04-03' as day, 1234567.890123::float8 as number, 'a1' ~ '^a\\d$' as matches`.execute(
    db,
  );
  expect(rows).toEqual([{ at: new Date('2026-04-03T02:01:00Z'), day: '2026-04-03', number: 1_234_567.890_123, matches: true }]);
});

test.skipIf(!server)('neither isolation nor limits of the server are taken for what the site does', async () => {
  const url = await databaseWith({
    default_transaction_isolation: 'serializable',
    lock_timeout: '200ms',
    idle_in_transaction_session_timeout: '500ms',
  });
  expect(await settingsOf(url, 'default_transaction_isolation', 'lock_timeout', 'idle_in_transaction_session_timeout')).toEqual({
    default_transaction_isolation: 'read committed',
    lock_timeout: '0',
    idle_in_transaction_session_timeout: '0',
  });
});

test.skipIf(!server)('options of the address are taken beside those that the site needs', async () => {
  const address = new URL(await databaseWith({}));
  address.searchParams.set('options', '-c work_mem=7MB -c datestyle=SQL');
  expect(await settingsOf(address.href, 'work_mem', 'statement_timeout', 'DateStyle')).toEqual({
    work_mem: '7168',
    statement_timeout: '30000',
    DateStyle: 'ISO, MDY',
  });
});
