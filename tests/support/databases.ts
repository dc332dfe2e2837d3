import { PGlite } from '@electric-sql/pglite';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, inject } from 'vitest';
import { columnTypes, openDatabase, openPool, type Database } from '../../src/server/db/connect.ts';
import { poolOver } from '../../src/server/db/embedded.ts';
import { EMBEDDED_EXTENSIONS } from '../../src/server/db/embedded-extensions.ts';
import { administer, databaseAt } from './postgres.ts';

/** Opens a migrated database with nothing in it; it goes when the test ends. */
export type Open = () => Promise<Database>;

/**
 * Runs a block of tests on the embedded database and, where there is one, on a PostgreSQL server. What `open` opens
 * lives until the end of the test that (or whose `beforeEach`) opened it.
 */
export function eachDatabase(name: string, block: (open: Open) => void): void {
  describe(`${name} (PGlite)`, () => block(closedAfterEach(openEmbeddedCopy)));
  const server = inject('postgres');
  if (server) describe(`${name} (PostgreSQL)`, () => block(closedAfterEach(() => openServerCopy(server))));
}

function closedAfterEach(open: Open): Open {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  return async () => {
    const database = await open();
    opened.push(database);
    return database;
  };
}

/** Embedded databases that tests are done with: emptying one takes a fraction of the time that loading one does. */
const idle: PGlite[] = [];

/** The embedded database in memory and in this process: the worker thread makes no difference to what it answers. */
export async function openEmbeddedCopy(): Promise<Database> {
  const database = idle.pop() ?? (await loadEmbedded());
  const pool = poolOver(database, columnTypes);
  return openPool({
    pool,
    onChanges: () => undefined,
    async close() {
      await pool.end();
      await database.exec(EMPTY);
      idle.push(database);
    },
  });
}

async function loadEmbedded(): Promise<PGlite> {
  const template = new Blob([new Uint8Array(await readFile(inject('embeddedTemplate')))]);
  const database = await PGlite.create({ dataDir: 'memory://', loadDataDir: template, extensions: EMBEDDED_EXTENSIONS });
  await database.exec(`set time zone 'UTC'`);
  return database;
}

/** Takes out all rows, those of the migrator aside, begins every sequence anew, and forgets what the last client prepared. */
const EMPTY = `
  deallocate all;
  do $$ begin
    execute (
      select 'truncate ' || string_agg(quote_ident(tablename), ', ') || ' restart identity cascade'
      from pg_tables where schemaname = 'public' and tablename not like 'kysely%');
    perform setval(seqrelid, seqstart, false) from pg_sequence;
  end $$`;

/** A migrated database of its own on a PostgreSQL server, which nobody has opened yet. */
export async function newServerCopy(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `magpie_test_${randomBytes(8).toString('hex')}`;
  await administer(server, `create database ${name} template ${inject('postgresTemplate')}`);
  return { url: databaseAt(server, name), drop: () => administer(server, `drop database ${name} with (force)`) };
}

/** As `newServerCopy`, opened; closing it drops it. */
export async function openServerCopy(server: string): Promise<Database> {
  const { url, drop } = await newServerCopy(server);
  const { close, ...database } = await openDatabase({ databaseUrl: url, dataDir: '' });
  return {
    ...database,
    async close() {
      await close();
      await drop();
    },
  };
}
