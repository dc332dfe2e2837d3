import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import type { MessagePort } from 'node:worker_threads';
import pg from 'pg';
import { wrapQuery } from './wrap-query.ts';
import { embeddedClient } from './embedded-client.ts';
import { CONCURRENT_READS } from './concurrent-reads.ts';

/** How many connections there are for reading during a transaction that allows it. */
const MOST_READERS = 16;
const IDLE_MS = 10_000;

/** Connections to the embedded database whose queries run between the statements of a transaction that allows it (`allowConcurrentReads`). */
export interface Readers {
  /** Returns the pool's connection, or one for reading as soon as the pool's transaction allows others to read. */
  connect(): Promise<pg.PoolClient>;
  close(): Promise<void>;
}

/** @param pool the pool whose only connection may be in such a transaction */
export function openReaders(pool: pg.Pool, openPort: () => MessagePort, types: pg.CustomTypesConfig): Readers {
  class Reader extends pg.Client {
    constructor() {
      const { proxy, close } = embeddedClient(openPort());
      super({ ...createPgConfig(proxy), types });
      this.once('end', close);
    }
  }
  const readers = new pg.Pool({ max: MOST_READERS, idleTimeoutMillis: IDLE_MS, Client: Reader });
  let isAllowed = false;
  // Each has a promise of its own: one for all would keep everybody who ever waited for a connection.
  const waiting = new Set<() => void>();
  watchTransactions(pool, (now) => {
    isAllowed = now;
    if (now) for (const readNow of waiting) readNow();
  });
  return {
    async connect() {
      const usual = pool.connect();
      const allowed = Promise.withResolvers<undefined>();
      const readNow = () => allowed.resolve(undefined);
      if (isAllowed) readNow();
      waiting.add(readNow);
      const first = await Promise.race([usual, allowed.promise]).finally(() => waiting.delete(readNow));
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

/** Calls back when a transaction of the pool allows others to read, and when it has ended. */
function watchTransactions(pool: pg.Pool, onChange: (isAllowed: boolean) => void): void {
  let isAllowed = false;
  pool.on('connect', (client) => {
    wrapQuery(client, (args, query) => {
      if (typeof args[0] === 'string' && args[0].includes(CONCURRENT_READS)) onChange((isAllowed = true));
      return query(...args);
    });
  });
  pool.on('release', () => {
    if (isAllowed) onChange((isAllowed = false));
  });
}
