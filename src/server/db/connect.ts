import { Kysely, PostgresDialect } from 'kysely';
import { join } from 'node:path';
import pg from 'pg';
import type { Config } from '../config.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import type { Tables } from './schema.ts';

export type Db = Kysely<Tables>;

/** A migrated database, embedded or a server's. */
export interface Database {
  db: Db;
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

/** Opens the database that the settings name and brings its schema up to date. */
export async function openDatabase(config: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<Database> {
  const opened = config.databaseUrl ? openServer(config.databaseUrl) : await openEmbedded(join(config.dataDir, 'database'), columnTypes);
  return openPool(opened);
}

/** A database over a pool of connections, its schema brought up to date; `close` closes what is below the pool too. */
export async function openPool({ pool, close }: { pool: pg.Pool; close(): Promise<void> }): Promise<Database> {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: rollingBack(pool) }) });
  try {
    await migrate(db);
  } catch (error) {
    await close();
    throw error;
  }
  return { db, close };
}

function openServer(connectionString: string) {
  const pool = new pg.Pool({
    connectionString,
    types: columnTypes,
    max: 10,
    options: '-c timezone=UTC -c statement_timeout=30000',
  });
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return { pool, close: () => pool.end() };
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
