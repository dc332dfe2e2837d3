import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database.ts';
import type { ProtocolMessage } from './embedded-messages.ts';
import { statementText } from './embedded-protocol.ts';

/** A setting of a transaction, by its name; a server takes it and does nothing. */
export const LET_READ = 'magpie.let_read';

/**
 * Lets pages that only read be answered between the statements of a long transaction on the embedded database, which has one session:
 * they see what the transaction has written so far (decision 061). On a server everybody reads what was there before, as ever.
 */
export async function letRead(transaction: Db): Promise<void> {
  await letting.execute(transaction);
}

const letting: RawBuilder<unknown> = sql`set local ${sql.raw(LET_READ)} = on`;

/** Whether a batch of protocol messages holds a text. */
export const mentions = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(text);

/** Whether a batch of protocol messages is a query, as far as its first word tells. */
export const reads = (bytes: Uint8Array): boolean => /^\s*(?:select|with)\b/i.test(statementText(bytes) ?? '');

/** PostgreSQL refuses to write in a transaction that only reads. */
export const isReadOnlyError = (message: ProtocolMessage & { code?: string }): boolean =>
  message.name === 'error' && message.code === '25006';
