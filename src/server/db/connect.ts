import { Kysely, PostgresDialect } from 'kysely';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { MessagePort } from 'node:worker_threads';
import type { Database } from './database.ts';
import { joinEmbedded, openEmbedded, type Embedded } from './embedded.ts';
import type { Readers } from './embedded-readers.ts';
import { migrate, type Opening } from './migrate.ts';
import { requestScope } from '../request-scope.ts';
import type { Tables } from './schema.ts';
import { openServer } from './server-pool.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { required } from '../../lib/required.ts';

const INT8 = 20;
const DATE = 1082;

/** The driver's own. */
// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- its type knows only the types that PostgreSQL brings, and tables have others
const usualParser = pg.types.getTypeParser as (oid: number, format?: string) => unknown;

/** Ids and counts stay far below 2^53, so bigint arrives as a number; a calendar day stays text, free of time zones. */
export const columnTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): unknown {
    if (format !== 'binary' && oid === INT8) return Number;
    if (format !== 'binary' && oid === DATE) return String;
    return usualParser(oid, format);
  },
};

/**
 * Opens the database that the settings name and brings its schema up to date.
 * @param onError called with a message when an embedded one had to be opened again
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onError?: (message: string) => void,
  how?: Opening,
): Promise<Database> {
  const opened = config.databaseUrl
    ? openServer(config.databaseUrl, columnTypes)
    : await openEmbedded(join(config.dataDir, 'database'), columnTypes, onError);
  return openPool(opened, how);
}

/** Opens, from another thread, the database that this process has open already. */
export function joinDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>, port: MessagePort | undefined): Database {
  return databaseWithPool(port ? joinEmbedded(port, columnTypes) : openServer(required(databaseUrl, 'DATABASE_URL'), columnTypes));
}

/** A database over a pool of connections, with its schema brought up to date; `close` also closes what the pool is connected to. */
export async function openPool(opened: Embedded, how?: Opening): Promise<Database> {
  const database = databaseWithPool(opened);
  try {
    await migrate(database.db, how);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

/** A database over a pool of connections, its schema taken as it is. */
export const databaseWithPool = ({ pool, ...rest }: Embedded): Database => ({
  db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: rollingBack(pool, rest.readers) }) }),
  ...rest,
});

/** Methods that only read, apart from small writes that can wait. */
const READING = new Set(['GET', 'HEAD']);

/** How many requests may wait for a connection; further ones would wait longer than anybody does. */
const MOST_WAITING = 100;

/** Rolls back open transactions of connections that return to the pool: the embedded database has only one connection. */
function rollingBack(pool: pg.Pool, readers: Readers | undefined) {
  /** Waiting requests, and for how many connections each waits: a page makes several queries at once. */
  const waiting = new Map<object, number>();
  const connect = async () => {
    const request = requestScope.getStore();
    if (!request) return pool.connect();
    const before = waiting.get(request) ?? 0;
    if (before === 0 && waiting.size >= MOST_WAITING) throw new DatabaseUnavailable('too many requests wait for the database');
    waiting.set(request, before + 1);
    try {
      return await (readers && READING.has(request.method ?? '') ? readers : pool).connect();
    } finally {
      const left = (waiting.get(request) ?? 0) - 1;
      if (left > 0) waiting.set(request, left);
      else waiting.delete(request);
    }
  };
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connect();
      const { release } = client;
      client.release = (error) => {
        client.release = release;
        if (client.getTransactionStatus() === 'I' || error) return release.call(client, error);
        client.query('rollback').then(
          () => release.call(client),
          (failure: unknown) => release.call(client, failure instanceof Error ? failure : true),
        );
      };
      return client;
    },
  };
}
