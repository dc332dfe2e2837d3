import type { MessagePort } from 'node:worker_threads';

/** A statement of a client of the embedded database: the number of the client, and the id of its request. */
export interface StatementId {
  client: number;
  id: number;
}

/** Why a statement has no answer: it ran for too long, or its thread died while it ran, of a full disk or otherwise. */
export type Interrupted = StatementId & { reason: 'overdue' | 'full' | 'died' };

/** Why there is no database for now, and whether a full disk is the reason. */
export interface Unavailable {
  unavailable: string;
  isFull: boolean;
}

/** What the thread of the database is started with. */
export interface WorkerData {
  folder: string;
  running: SharedArrayBuffer;
}

/** From the owner to the thread of the database: the port of another client and whether it only reads, or the command to close. */
export type OwnerMessage = { client: MessagePort; number: number; readsAlone: boolean } | { close: true };

/** From a client to the thread of the database: a batch of protocol messages. */
export interface Request {
  id: number;
  bytes: Uint8Array;
}

/** A message of PostgreSQL's protocol; `status` is that of the transaction, where PostgreSQL is ready for another query. */
export interface ProtocolMessage {
  name: string;
  length?: number;
  status?: string;
  text?: string;
}

/** From the thread of the database to a client: the answer to a request, or that something changed. */
export type WorkerMessage = { id: number; messages: ProtocolMessage[] } | { changed: true };

/**
 * From the owner to a client: the port of a new thread, the client's number there, and the statement that the previous thread did not
 * finish.
 */
export interface Connected {
  port: MessagePort;
  number: number;
  interrupted: Interrupted | undefined;
}

/** From the owner to a client: a new thread, or why there is none for now, or none any more. */
export type ConnectionMessage = Connected | Unavailable | { stopped: string };
