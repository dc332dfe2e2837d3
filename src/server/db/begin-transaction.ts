import { once } from 'node:events';
import type { ControlledTransaction } from 'kysely';
import type { Db } from './database.ts';
import type { Tables } from './schema.ts';

/**
 * Begins a transaction. The embedded database has one connection, and waiting for it can be aborted.
 * @throws the signal's reason
 */
export async function beginTransaction(db: Db, signal: AbortSignal | undefined): Promise<ControlledTransaction<Tables>> {
  const beginning = db.startTransaction().execute();
  if (!signal) return beginning;
  const ended = new AbortController();
  const stopped = once(signal, 'abort', { signal: ended.signal }).then(() => Promise.reject(reasonOf(signal)));
  try {
    signal.throwIfAborted();
    return await Promise.race([beginning, stopped]);
  } catch (error) {
    beginning.then((transaction) => transaction.rollback().execute()).catch(() => undefined);
    throw error;
  } finally {
    stopped.catch(() => undefined);
    ended.abort();
  }
}

function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error ? reason : new Error('aborted', { cause: reason });
}
