import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { mkdir } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import pg from 'pg';

type ProtocolMessage = { name: string };
type Reply = { id: number; messages?: ProtocolMessage[]; failure?: string };

/** First bytes of the protocol messages that make PostgreSQL answer: Query, Sync, Flush, CopyDone, CopyFail. */
const ASKS_FOR_AN_ANSWER = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)));

/**
 * The embedded PostgreSQL (PGlite) in `folder`, or in memory for `memory://`, behind the same driver as a real server.
 * One connection: PGlite has a single session, so the pool has a single client that is never closed for idling.
 */
export async function openEmbedded(folder: string, types: pg.CustomTypesConfig): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  if (!folder.includes('://')) await mkdir(folder, { recursive: true });
  const database = await startWorker(folder);
  const pool = poolOver(database.proxy as unknown as PGlite, types);
  return {
    pool,
    async close() {
      await pool.end();
      await database.close();
    },
  };
}

/** Statements that are prepared once and then only executed; PGlite spends more time on planning than on running them. */
const MOST_PREPARED = 200;

/** A pool of one client over a PGlite, which it does not close; tests hand in one of their own process. */
export function poolOver(database: PGlite, types: pg.CustomTypesConfig): pg.Pool {
  const config = createPgConfig(database);
  class EmbeddedClient extends pg.Client {
    readonly #names = new Map<string, string>();

    constructor() {
      super({ ...config, types });
      const query = this.query.bind(this) as (...given: unknown[]) => unknown;
      this.query = ((text: unknown, values: unknown, ...rest: unknown[]) => {
        const name = typeof text === 'string' && Array.isArray(values) ? this.#nameOf(text) : undefined;
        return name ? query({ name, text, values }, ...rest) : query(text, values, ...rest);
      }) as typeof this.query;
    }

    #nameOf(text: string): string | undefined {
      if (!/^(select|with)\b/i.test(text)) return undefined;
      let name = this.#names.get(text);
      if (!name && this.#names.size < MOST_PREPARED) this.#names.set(text, (name = `s${this.#names.size}`));
      return name;
    }
  }
  return new pg.Pool({ max: 1, idleTimeoutMillis: 0, Client: EmbeddedClient as unknown as new () => pg.ClientBase });
}

async function startWorker(folder: string) {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { folder } });
  const waiting = new Map<number, { resolve(messages: ProtocolMessage[]): void; reject(error: Error): void }>();
  let lastId = 0;

  const ready = new Promise<void>((resolve, reject) => {
    worker.once('error', reject);
    worker.on('message', (reply: Reply & { ready?: true }) => {
      if (reply.ready) return resolve();
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (reply.failure) call?.reject(new Error(reply.failure));
      else call?.resolve(reply.messages!.map(withRealErrors));
    });
  });
  worker.on('exit', () => {
    for (const call of waiting.values()) call.reject(new Error('the embedded database has stopped'));
  });

  const ask = (message: { bytes?: Uint8Array; close?: boolean }) =>
    new Promise<ProtocolMessage[]>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, ...message });
    });

  // pg sends one statement as five messages; only the last asks for an answer, so they cross the thread boundary together.
  let unsent: Uint8Array[] = [];
  const proxy = {
    waitReady: ready,
    async execProtocolStream(bytes: Uint8Array): Promise<ProtocolMessage[]> {
      unsent.push(bytes);
      if (!ASKS_FOR_AN_ANSWER.has(bytes[0]!)) return [];
      const together = Buffer.concat(unsent);
      unsent = [];
      return ask({ bytes: together });
    },
  };

  await ready;
  return {
    proxy,
    async close() {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      void ask({ close: true }).catch(() => undefined);
      await exited;
    },
  };
}

/** The driver throws error replies as they are, so they become errors again on this side of the thread boundary. */
function withRealErrors(message: ProtocolMessage & { message?: string; length?: number }): ProtocolMessage {
  if (message.name !== 'error') return message;
  return Object.assign(new pg.DatabaseError(message.message ?? 'unknown error', message.length ?? 0, 'error'), message);
}
