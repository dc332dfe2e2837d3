import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { ProtocolMessage } from './embedded-messages.ts';
import { queryText, statementText } from './embedded-protocol.ts';

/** A setting of a transaction, by its name; a server accepts and ignores it. */
export const CONCURRENT_READS = 'magpie.concurrent_reads';

/**
 * Allows queries of other clients to run between the statements of a long transaction on the embedded database, which has one session:
 * they see what the transaction has written so far (decision 061). On a server they run on other connections and see what was committed.
 */
export async function allowConcurrentReads(transaction: Db): Promise<void> {
  await setting.execute(transaction);
}

const setting: RawBuilder<unknown> = sql`set local ${sql.raw(CONCURRENT_READS)} = on`;

/** Whether a batch of protocol messages holds a text. */
export const containsText = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text);

/** Whether a batch of protocol messages is a query, judged by its first word. */
export const isReadQuery = (bytes: Uint8Array): boolean => /^\s*(?:select|with)\b/i.test(statementText(bytes) ?? '');

/** Whether PostgreSQL refused a write because the transaction is read-only. */
export const isReadOnlyError = (message: ProtocolMessage & { code?: string }): boolean =>
  message.name === 'error' && message.code === '25006';

const BEGIN = /^\s*begin read only\s*(?:;|$)/i;

/** Whether a batch of protocol messages begins a read-only transaction. */
export const isBeginReadOnly = (bytes: Uint8Array): boolean => BEGIN.test(queryText(bytes) ?? '');

/** Whether a batch of protocol messages ends a transaction. */
export const isTransactionEnd = (bytes: Uint8Array): boolean => /^\s*(?:commit|rollback)\b/i.test(queryText(bytes) ?? '');

/**
 * SQL that begins a read-only part of a transaction.
 * @param begin a batch that begins a read-only transaction; its settings apply to the part
 */
export const beginReadOnlyPart = (begin?: Uint8Array): string =>
  `savepoint reading; set local transaction_read_only = on; ${begin ? (queryText(begin) ?? '').replace(BEGIN, '') : ''}`;

/** Ends such a part, even after an error in it. */
export const END_READ_ONLY_PART = 'rollback to savepoint reading; release savepoint reading';
