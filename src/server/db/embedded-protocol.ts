import pg from 'pg';
import type { ProtocolMessage } from './embedded-messages.ts';

/** First bytes of the protocol messages that make PostgreSQL answer: Query, Sync, Flush, CopyDone, CopyFail. */
const ANSWERED_TYPES = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)));
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
const BIND = 'B'.charCodeAt(0);
/**
 * Where the content begins, after the letter and the length: a Query's text, the name of a Parse message's statement, or that of a Bind
 * message's portal.
 */
const CONTENT_AT = 5;

/** Whether PostgreSQL answers a message at once. */
export const isAnswered = ([type]: Uint8Array): boolean => type !== undefined && ANSWERED_TYPES.has(type);

/** Whether a message prepares a named statement. */
export const preparesNamed = (message: Uint8Array): boolean => message[0] === PARSE && message[CONTENT_AT] !== 0;

/** Returns the name of the statement that a Parse message prepares. */
export const statementName = (parse: Uint8Array): string =>
  Buffer.from(parse.subarray(CONTENT_AT, parse.indexOf(0, CONTENT_AT))).toString();

/** Returns the name of the statement that a Bind message gives values to; undefined for other messages and for a statement without a name. */
export function boundStatement(message: Uint8Array): string | undefined {
  if (message[0] !== BIND) return undefined;
  const nameAt = message.indexOf(0, CONTENT_AT) + 1;
  return Buffer.from(message.subarray(nameAt, message.indexOf(0, nameAt))).toString() || undefined;
}

/** Returns the text of a Query message; undefined for messages of the extended protocol. */
export function queryText(message: Uint8Array): string | undefined {
  if (message[0] !== QUERY) return undefined;
  return Buffer.from(message.subarray(CONTENT_AT)).toString().replace('\0', '');
}

/** Returns a Query message. */
export function queryMessage(text: string): Uint8Array {
  const content = Buffer.from(`${text}\0`);
  const message = Buffer.alloc(CONTENT_AT + content.length);
  message[0] = QUERY;
  message.writeInt32BE(4 + content.length, 1);
  content.copy(message, CONTENT_AT);
  return message;
}

/** Returns the text of the statement that a batch of messages begins with; undefined where it runs one that was prepared before. */
export function statementText(batch: Uint8Array): string | undefined {
  if (batch[0] !== PARSE) return queryText(batch);
  const textAt = batch.indexOf(0, CONTENT_AT) + 1;
  return Buffer.from(batch.subarray(textAt, batch.indexOf(0, textAt))).toString();
}

/** @param status of the transaction: idle, or in error */
export const readyForQuery = (status: 'I' | 'E'): ProtocolMessage => ({ name: 'readyForQuery', length: 5, status });

/** Returns an error reply, as the driver throws it. */
export function errorReply({ code, message, severity = 'ERROR' }: { code: string; message: string; severity?: string }): ProtocolMessage {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { severity, code });
}

/** Returns what an error says after which PostgreSQL ends itself; undefined for other messages. */
export const panicOf = ({ severity, message }: ProtocolMessage & { severity?: string; message?: string }): string | undefined =>
  severity === 'PANIC' ? message : undefined;

/** What PostgreSQL wrote to its log, as an error; a full disk, a file of another user and too many open ones are told by their codes, as by the system. */
export const faultSaid = (words: string): Error =>
  Object.assign(
    new Error(words),
    words.endsWith('No space left on device') && { code: 'ENOSPC' },
    words.endsWith('Permission denied') && { code: 'EACCES' },
    words.endsWith('No file descriptors available') && { code: 'EMFILE' },
  );

/** The driver throws error replies as they are, so they become errors again on this side of the thread boundary. */
export function restoreError(message: ProtocolMessage & { message?: string }): ProtocolMessage {
  if (message.name !== 'error') return message;
  return Object.assign(new pg.DatabaseError(message.message ?? 'unknown error', message.length ?? 0, 'error'), message);
}
