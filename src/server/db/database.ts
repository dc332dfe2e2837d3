import type { Kysely } from 'kysely';
import type { MessagePort } from 'node:worker_threads';
import type { Tables } from './schema.ts';

/** What queries are built with: the database itself, a connection or a transaction. */
export type Db = Kysely<Tables>;

/** A migrated database, embedded or a server's. */
export interface Database {
  db: Db;
  /**
   * Calls `listener` when something was noted in the journal of changes, by this process or another.
   * @param onError called whenever a server cannot be listened to, every second until it can
   */
  onChanges(listener: () => void, onError?: (error: unknown) => void): void;
  /**
   * A port through which another thread joins an embedded database (`joinDatabase`); undefined for a server, which accepts connections
   * itself.
   */
  openPort?: (() => MessagePort) | undefined;
  close(): Promise<void>;
}
