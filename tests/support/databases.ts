import { PGlite } from '@electric-sql/pglite';
import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterEach, describe, inject } from 'vitest';
import type pg from 'pg';
import { columnTypes, joinDatabase, databaseWithPool } from '../../src/server/db/connect.ts';
import type { Database } from '../../src/server/db/database.ts';
import { embeddedPool } from '../../src/server/db/embedded.ts';
import { listenForChanges } from '../../src/server/db/listen.ts';
import { TIMEOUTS } from '../../src/server/db/server-client.ts';
import { openServer } from '../../src/server/db/server-pool.ts';
import { EMBEDDED_EXTENSIONS } from '../../src/server/db/embedded-extensions.ts';
import { nameCatalogue } from '../../src/server/db/settings.ts';
import { IS_FULL } from './full.ts';
import { administer, databaseAt } from './postgres.ts';

/** Opens an empty, migrated database, which is removed when the test ends. */
export type Open = () => Promise<Database>;

/** One block of `onDatabase` in so many runs on the embedded database, too. */
const SHARE = 4;

/**
 * Runs a block of tests on a PostgreSQL server and on the embedded database: for what differs between them, such as the journal,
 * statements with parameters of odd types, time limits and backups. What `open` opens lives until the end of the test that (or
 * whose `beforeEach`) opened it. Without a server the embedded database runs alone.
 */
export function eachDatabase(name: string, block: (open: Open) => void): void {
  const server = inject('postgres');
  if (server) describe(`${name} (PostgreSQL)`, () => block(closedAfterEach(() => openServerCopy(server))));
  describe(`${name} (PGlite)`, () => block(closedAfterEach(openEmbeddedCopy)));
}

/**
 * Like `eachDatabase`, with unused databases: the others were emptied, and still have statistics of their former content. For
 * tests of plans.
 */
export function eachNewDatabase(name: string, block: (open: Open) => void): void {
  const server = inject('postgres');
  if (server) describe(`${name} (PostgreSQL)`, () => block(closedAfterEach(() => openNewServerDatabase(server))));
  describe(`${name} (PGlite)`, () => block(closedAfterEach(openNewEmbedded)));
}

/**
 * As `eachDatabase`, on PostgreSQL alone, which takes half the time and has real locks; a quarter of the blocks, by a digest of
 * their names, run on the embedded database as well, and all of them with `npm test -- --full` or where there is no server. The
 * site that the http and browser tests look at runs on the embedded database.
 */
export function onDatabase(name: string, block: (open: Open) => void): void {
  const server = inject('postgres');
  if (!server || IS_FULL || isInShare(name)) return eachDatabase(name, block);
  describe(`${name} (PostgreSQL)`, () => block(closedAfterEach(() => openServerCopy(server))));
}

const isInShare = (name: string) => createHash('sha256').update(name).digest()[0]! % SHARE === 0;

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

/**
 * Databases that tests are done with, empty again: making one takes a hundred times as long as emptying one. They last as long as
 * the worker, because its files share their modules (vitest.config.ts).
 */
const idle = { embedded: [] as EmbeddedCopy[], server: [] as ServerCopy[] };

interface Copy {
  pool: pg.Pool;
  /** Query of the names of tables with rows in them. */
  filled?: string;
}

/**
 * A database of a server with connections to it: the first statements on a new connection take ten times as long as later ones, because
 * each connection reads the catalogue and compiles the functions of triggers for itself.
 */
interface ServerCopy extends Copy {
  url: string;
  end(): Promise<void>;
}

/** An embedded database with its one client, whose statements are prepared once for all tests. */
interface EmbeddedCopy extends Copy {
  database: PGlite;
}

/** The embedded database in memory and in this process: the worker thread makes no difference to what it answers. */
export async function openEmbeddedCopy(): Promise<Database> {
  const copy = idle.embedded.pop() ?? (await newEmbedded());
  const lent = lend(copy.pool);
  return named({
    ...databaseWithPool({ pool: lent, onChanges: () => undefined, close: () => lent.end() }),
    async close() {
      await lent.end();
      await empty(copy);
      idle.embedded.push(copy);
    },
  });
}

async function openNewEmbedded(): Promise<Database> {
  const { database, pool } = await newEmbedded();
  return named(databaseWithPool({ pool, onChanges: () => undefined, close: () => pool.end().then(() => database.close()) }));
}

async function newEmbedded(): Promise<EmbeddedCopy> {
  const database = await loadEmbedded();
  return { database, pool: embeddedPool(database, columnTypes) };
}

async function loadEmbedded(): Promise<PGlite> {
  const template = new Blob([new Uint8Array(await readFile(inject('embeddedTemplate')))]);
  const database = await PGlite.create({ dataDir: 'memory://', loadDataDir: template, extensions: EMBEDDED_EXTENSIONS });
  await database.exec(`set time zone 'UTC'`);
  return database;
}

/** A migrated database on a PostgreSQL server that nobody else uses. */
export async function openServerCopy(server: string): Promise<Database> {
  const copy = idle.server.pop() ?? (await newIdleCopy(server));
  const listening = listenForChanges(copy.url, TIMEOUTS);
  const lent = lend(copy.pool);
  return named({
    ...databaseWithPool({ ...listening, pool: lent, close: () => lent.end() }),
    async close() {
      await listening.stop();
      await lent.end();
      await emptyServerDatabase(copy);
    },
  });
}

async function newIdleCopy(server: string): Promise<ServerCopy> {
  const url = databaseAt(server, await newServerDatabase(server));
  const { pool, close } = openServer(url, columnTypes);
  return { url, pool, end: close };
}

/**
 * A database for what does not differ between databases, such as commands and whole pages: one of the server, which is quicker; an embedded one with `npm test -- --full`, and where there is no server.
 */
export function openCopy(): Promise<Database> {
  const server = inject('postgres');
  return server && !IS_FULL ? openServerCopy(server) : openEmbeddedCopy();
}

/** A pool that a test ends as its own, while its connections stay for the next one. */
function lend(pool: pg.Pool): pg.Pool {
  let ended = false;
  const connect = () => (ended ? Promise.reject(new Error('Cannot use a pool after calling end on the pool')) : pool.connect());
  const end = async () => {
    ended = true;
  };
  return new Proxy(pool, {
    get: (target, name) => (name === 'connect' ? connect : name === 'end' ? end : (Reflect.get(target, name, target) as unknown)),
  });
}

async function openNewServerDatabase(server: string): Promise<Database> {
  const { url, drop } = await newServerCopy(server);
  const { close, ...opened } = joinDatabase({ databaseUrl: url }, undefined);
  return named({ ...opened, close: () => close().then(drop) });
}

/** A migrated database of its own on a PostgreSQL server, which nobody has opened yet. */
export async function newServerCopy(server: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = await newServerDatabase(server);
  return { url: databaseAt(server, name), drop: () => administer(server, `drop database ${name} with (force)`) };
}

/** Their names begin with that of the template: the end of the run drops them all (`postgres.ts`). */
async function newServerDatabase(server: string): Promise<string> {
  const template = inject('postgresTemplate');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(server, `create database ${name} template ${template}`);
  return name;
}

/** Empties a database. Connections that are still busy, such as waiting for a lock, are closed. */
async function emptyServerDatabase(copy: ServerCopy): Promise<void> {
  const { pool } = copy;
  if (pool.idleCount < pool.totalCount) {
    await copy.end();
    const { pool: anew, close } = openServer(copy.url, columnTypes);
    Object.assign(copy, { pool: anew, end: close });
  }
  await empty(copy);
  idle.server.push(copy);
}

/** Gives a database an id, as when it is opened for the first time. */
async function named(database: Database): Promise<Database> {
  await nameCatalogue(database.db);
  return database;
}

/**
 * Deletes all rows except the migrator's, without firing triggers, and resets every sequence. Most tables are empty; one prepared
 * statement finds that out in a tenth of the time that deleting from all of them takes.
 */
async function empty(copy: Copy): Promise<void> {
  copy.filled ??= filledOf(await copy.pool.query<Named>(TABLES));
  const { rows } = await copy.pool.query<Named>({ name: 'filled', text: copy.filled });
  await copy.pool.query(`
    begin;
    set local lock_timeout = '10s';
    set local session_replication_role = replica;
    ${rows.map(({ name }) => `delete from ${name};`).join('\n    ')}
    commit`);
  await copy.pool.query({ name: 'sequences', text: 'select setval(seqrelid, seqstart, false) from pg_sequence' });
}

interface Named {
  name: string;
}

const TABLES = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`;

const filledOf = ({ rows }: { rows: Named[] }) =>
  rows.map(({ name }) => `select '${name}' as name where exists (select from ${name})`).join(' union all ');
