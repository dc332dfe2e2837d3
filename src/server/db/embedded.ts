import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { MessagePort } from 'node:worker_threads';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Database } from './database.ts';
import { embeddedClient } from './embedded-client.ts';
import { prepareFolder } from './embedded-folder.ts';
import { ownEmbedded } from './embedded-owner.ts';
import { openReaders, type Readers } from './embedded-readers.ts';
import { wrapQuery } from './wrap-query.ts';

/** A connection to the embedded database; another thread gets one of its own through a port. */
export interface Embedded {
  pool: pg.Pool;
  onChanges: Database['onChanges'];
  /** Connections for reading while the pool's is in a transaction that allows it. */
  readers?: Readers;
  /** Returns a port for another thread, which opens it with `joinEmbedded`. */
  openPort?(): MessagePort;
  close(): Promise<void>;
}

/**
 * The embedded PostgreSQL (PGlite) in `folder`, or in memory for `memory://`, behind the same driver as a real server.
 * PGlite has a single session, so each pool has a single client that is never closed for idling.
 * @param onError called with a message when its thread has died
 * @throws CannotStart when the folder holds something else than a database of this version
 */
export async function openEmbedded(
  folder: string,
  types: pg.CustomTypesConfig,
  onError: (message: string) => void = console.error,
): Promise<Embedded> {
  const opened = folder.includes('://') ? undefined : prepareFolder(folder);
  const owner = await ownEmbedded(folder, onError);
  opened?.();
  const joined = joinEmbedded(owner.openPort(), types);
  const readers = openReaders(joined.pool, () => owner.openPort(true), types);
  return {
    ...joined,
    readers,
    openPort: () => owner.openPort(),
    async close() {
      await readers.close();
      await joined.close();
      await owner.close();
    },
  };
}

/** The embedded database that another thread has open. */
export function joinEmbedded(port: MessagePort, types: pg.CustomTypesConfig): Embedded {
  const { proxy, onChanges, close } = embeddedClient(port);
  const pool = embeddedPool(proxy, types);
  return {
    pool,
    onChanges,
    async close() {
      await pool.end();
      close();
    },
  };
}

/** How many statements are prepared once and then only executed; PGlite takes longer to plan them than to run them. */
const MOST_PREPARED = 200;

/** A pool of one client over a PGlite, which it does not close; tests pass a PGlite in their own process. */
export function embeddedPool(database: PGlite, types: pg.CustomTypesConfig): pg.Pool {
  const config = createPgConfig(database);
  // Unique names, because all pools share one session.
  const prefix = randomBytes(4).toString('hex');
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!/^(select|with)\b/i.test(text)) return undefined;
    let name = names.get(text);
    if (!name && names.size < MOST_PREPARED) names.set(text, (name = `${prefix}_${names.size}`));
    return name;
  };
  class EmbeddedClient extends pg.Client {
    constructor() {
      super({ ...config, types });
      wrapQuery(this, ([text, values, ...rest], query) => {
        const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined;
        return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
      });
    }
  }
  return new pg.Pool({ max: 1, idleTimeoutMillis: 0, Client: EmbeddedClient });
}
