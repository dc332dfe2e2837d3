import { Kysely, PostgresDialect } from 'kysely';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import type { MessagePort } from 'node:worker_threads';
import { joinEmbedded, openEmbedded, type Embedded } from './embedded.ts';
import { listenForChanges } from './listen.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';
import { STATEMENT_TIMEOUT_MS } from './time-limit.ts';

export type Db = Kysely<Tables>;

/** A migrated database, embedded or a server's. */
export interface Database {
  db: Db;
  /** Calls `listener` when something was noted in the journal of changes, by this process or another. */
  onChanges(listener: () => void): void;
  /** A port through which another thread joins an embedded database (`joinDatabase`); a server takes connections itself. */
  lend?: (() => MessagePort) | undefined;
  close(): Promise<void>;
}

const INT8 = 20;
const DATE = 1082;

/** The driver's own; its type knows only the types that PostgreSQL brings, and tables have others. */
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
 * @param onTrouble told in a sentence when an embedded one had to be opened again
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  onTrouble?: (message: string) => void,
): Promise<Database> {
  const opened = config.databaseUrl
    ? openServer(config.databaseUrl)
    : await openEmbedded(join(config.dataDir, 'database'), columnTypes, onTrouble);
  return openPool(opened);
}

/** Opens, from another thread, the database that this process has open already. */
export function joinDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>, port: MessagePort | undefined): Database {
  return over(port ? joinEmbedded(port, columnTypes) : openServer(databaseUrl!));
}

/** A database over a pool of connections, its schema brought up to date; `close` closes what is below the pool too. */
export async function openPool(opened: Embedded): Promise<Database> {
  const database = over(opened);
  try {
    await migrate(database.db);
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}

const over = ({ pool, ...rest }: Embedded): Database => ({
  db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: rollingBack(pool) }) }),
  ...rest,
});

function openServer(connectionString: string): Embedded {
  const pool = new pg.Pool({
    connectionString,
    types: columnTypes,
    max: 10,
    options: `-c timezone=UTC -c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  const listening = listenForChanges(connectionString);
  return {
    pool,
    onChanges: listening.onChanges,
    async close() {
      await listening.stop();
      await pool.end();
    },
  };
}

/** A connection goes back to the pool outside any transaction: the embedded database has only this one to hand out. */
function rollingBack(pool: pg.Pool) {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
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
