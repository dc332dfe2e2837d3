import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { MessagePort } from 'node:worker_threads';
import pg from 'pg';
import { embeddedClient } from './embedded-client.ts';
import { LET_READ } from './let-read.ts';

/** So many pages at once are answered during a transaction that lets them read. */
const MOST_READERS = 16;
const IDLE_MS = 10_000;

/** Connections to the embedded database whose queries run between the statements of a transaction that lets them (`letRead`). */
export interface Readers {
  /** A connection of the pool, or, as soon as its transaction lets others read, one to read with. */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/** @param pool the one whose single connection may be in such a transaction */
export function openReaders(pool: pg.Pool, openPort: () => MessagePort, types: pg.CustomTypesConfig): Readers {
  class Reader extends pg.Client {
    constructor() {
      const { proxy, close } = embeddedClient(openPort());
      super({ ...createPgConfig(proxy), types });
      this.once('end', close);
    }
  }
  const readers = new pg.Pool({ max: MOST_READERS, idleTimeoutMillis: IDLE_MS, Client: Reader });
  let letting = Promise.withResolvers<undefined>();
  watchTransactions(pool, (lets) => {
    if (lets) letting.resolve(undefined);
    else letting = Promise.withResolvers();
  });
  return {
    async connect() {
      const usual = pool.connect();
      const first = await Promise.race([usual, letting.promise]);
      if (first) return first;
      usual.then(
        (client) => client.release(),
        () => undefined,
      );
      return readers.connect();
    },
    close: () => readers.end(),
  };
}

/** Tells when a transaction of the pool lets others read, and when it no longer does. */
function watchTransactions(pool: pg.Pool, onChange: (lets: boolean) => void): void {
  let lets = false;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      if (typeof args[0] === 'string' && args[0].includes(LET_READ)) onChange((lets = true));
      return query(...args);
    }) as typeof client.query;
  });
  pool.on('release', () => {
    if (lets) onChange((lets = false));
  });
}
