import type { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { MessageChannel, Worker, type MessagePort } from 'node:worker_threads';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Ask, Reply } from './embedded-worker.ts';

type ProtocolMessage = { name: string };

/** First bytes of the protocol messages that make PostgreSQL answer: Query, Sync, Flush, CopyDone, CopyFail. */
const ASKS_FOR_AN_ANSWER = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)));

/** A connection to the embedded database; another thread gets one of its own through a lent port. */
export interface Embedded {
  pool: pg.Pool;
  /** Calls `listener` when something was noted in the journal of changes, by whomever. */
  onChanges(listener: () => void): void;
  /** A port for another thread, which opens it with `joinEmbedded`. */
  lend?(): MessagePort;
  close(): Promise<void>;
}

/**
 * The embedded PostgreSQL (PGlite) in `folder`, or in memory for `memory://`, behind the same driver as a real server.
 * PGlite has a single session, so each pool has a single client that is never closed for idling.
 */
export async function openEmbedded(folder: string, types: pg.CustomTypesConfig): Promise<Embedded> {
  if (!folder.includes('://')) await mkdir(folder, { recursive: true });
  const { proxy, onChanges, lend, close } = await startWorker(folder);
  const pool = poolOver(proxy, types);
  return {
    pool,
    onChanges,
    lend,
    async close() {
      await pool.end();
      await close();
    },
  };
}

/** The embedded database that another thread has open. */
export function joinEmbedded(port: MessagePort, types: pg.CustomTypesConfig): Embedded {
  const { proxy, onChanges } = clientOf(port);
  const pool = poolOver(proxy, types);
  return {
    pool,
    onChanges,
    async close() {
      await pool.end();
      port.close();
    },
  };
}

/** Statements that are prepared once and then only executed; PGlite spends more time on planning than on running them. */
const MOST_PREPARED = 200;

/** A pool of one client over a PGlite, which it does not close; tests hand in one of their own process. */
export function poolOver(database: PGlite, types: pg.CustomTypesConfig): pg.Pool {
  const config = createPgConfig(database);
  // Statements are named in the one session that all pools share.
  const prefix = randomBytes(4).toString('hex');
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
      if (!name && this.#names.size < MOST_PREPARED) this.#names.set(text, (name = `${prefix}_${this.#names.size}`));
      return name;
    }
  }
  return new pg.Pool({ max: 1, idleTimeoutMillis: 0, Client: EmbeddedClient as unknown as new () => pg.ClientBase });
}

async function startWorker(folder: string) {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: { folder } });
  const client = clientOf(worker);
  worker.on('exit', client.stopped);
  await Promise.race([client.ready, once(worker, 'error').then(([error]) => Promise.reject(error as Error))]);
  return {
    ...client,
    lend(): MessagePort {
      const { port1, port2 } = new MessageChannel();
      worker.postMessage({ client: port1 } satisfies Ask, [port1]);
      return port2;
    },
    async close() {
      const exited = new Promise((resolve) => worker.once('exit', resolve));
      worker.postMessage({ id: 0, close: true } satisfies Ask);
      await exited;
    },
  };
}

/** Speaks with the database's thread over a port: what `createPgConfig` needs of a PGlite, and the word of changes. */
function clientOf(port: { postMessage(ask: Ask): void; on(event: 'message', listener: (reply: Reply) => void): unknown }) {
  const waiting = new Map<number, { resolve(messages: ProtocolMessage[]): void; reject(error: Error): void }>();
  const listeners = new Set<() => void>();
  let lastId = 0;

  const ready = new Promise<void>((resolve) => {
    port.on('message', (reply: Reply) => {
      if ('ready' in reply) return resolve();
      if ('changed' in reply) return listeners.forEach((listener) => listener());
      const call = waiting.get(reply.id);
      waiting.delete(reply.id);
      if ('failure' in reply) call?.reject(new Error(reply.failure));
      else call?.resolve(reply.messages.map(withRealErrors));
    });
  });

  const ask = (bytes: Uint8Array) =>
    new Promise<ProtocolMessage[]>((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, bytes } satisfies Ask);
    });

  // pg sends one statement as five messages; only the last asks for an answer, so they cross the thread boundary together.
  let unsent: Uint8Array[] = [];
  const proxy = {
    waitReady: Promise.resolve(),
    async execProtocolStream(bytes: Uint8Array): Promise<ProtocolMessage[]> {
      unsent.push(bytes);
      if (!ASKS_FOR_AN_ANSWER.has(bytes[0]!)) return [];
      const together = Buffer.concat(unsent);
      unsent = [];
      return ask(together);
    },
  };
  return {
    proxy: proxy as unknown as PGlite,
    ready,
    onChanges: (listener: () => void) => void listeners.add(listener),
    stopped() {
      for (const call of waiting.values()) call.reject(new Error('the embedded database has stopped'));
    },
  };
}

/** The driver throws error replies as they are, so they become errors again on this side of the thread boundary. */
function withRealErrors(message: ProtocolMessage & { message?: string; length?: number }): ProtocolMessage {
  if (message.name !== 'error') return message;
  return Object.assign(new pg.DatabaseError(message.message ?? 'unknown error', message.length ?? 0, 'error'), message);
}
