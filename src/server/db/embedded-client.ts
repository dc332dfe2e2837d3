import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Word } from './embedded-owner.ts';
import type { Ask, Reply } from './embedded-worker.ts';

type ProtocolMessage = { name: string };

interface Call {
  bytes: Uint8Array;
  /** The message that prepares a named statement, where the call does. */
  prepares: Uint8Array | undefined;
  resolve(messages: ProtocolMessage[]): void;
  reject(error: Error): void;
}

/** First bytes of the protocol messages that make PostgreSQL answer: Query, Sync, Flush, CopyDone, CopyFail. */
const ASKS_FOR_AN_ANSWER = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)));
const PARSE = 'P'.charCodeAt(0);
/** Where a Parse message names its statement, after the letter and the length. */
const NAME_AT = 5;
const SYNC = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

/**
 * Speaks with the thread of the embedded database: what `createPgConfig` needs of a PGlite, and the word of changes. When that
 * thread had to be replaced, the statement that ran for too long is answered as PostgreSQL does, its transaction is found
 * aborted, what had not begun is asked again, and what was prepared is prepared again.
 * @param owner the port that `Owner.lend` gave
 */
export function clientOf(owner: MessagePort) {
  const waiting = new Map<number, Call>();
  const listeners = new Set<() => void>();
  const prepared = new Map<string, Uint8Array>();
  let lastId = 0;
  let inTransaction = false;
  let port: MessagePort | undefined;
  let stopped: string | undefined;

  owner.on('message', (word: Word) => ('port' in word ? join(word) : stop(word.stopped)));
  owner.on('close', () => {
    stop('the embedded database is closed');
    port?.close();
  });

  const tellListeners = () => listeners.forEach((listener) => listener());

  const hear = (reply: Reply) => {
    if ('changed' in reply) return tellListeners();
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (!call) return;
    if ('failure' in reply) return call.reject(new Error(reply.failure));
    const ready = reply.messages.findLast(({ name }) => name === 'readyForQuery') as { status?: string } | undefined;
    inTransaction = ready?.status !== 'I';
    if (call.prepares && reply.messages.some(({ name }) => name === 'parseComplete')) prepared.set(nameIn(call.prepares), call.prepares);
    call.resolve(reply.messages.map(withRealErrors));
  };

  const ask = (bytes: Uint8Array, prepares?: Uint8Array) =>
    new Promise<ProtocolMessage[]>((resolve, reject) => {
      if (stopped) return reject(new Error(stopped));
      const id = ++lastId;
      waiting.set(id, { bytes, prepares, resolve, reject });
      port?.postMessage({ id, bytes } satisfies Ask);
    });

  function join({ port: next, number, overdue }: Extract<Word, { port: MessagePort }>): void {
    const before = port;
    // What the thread before has answered counts as answered.
    for (let last; before && (last = receiveMessageOnPort(before));) hear(last.message as Reply);
    before?.close();
    port = next;
    port.on('message', hear);
    const unanswered = [...waiting];
    if (prepared.size > 0) void ask(Buffer.concat([...prepared.values()].flatMap((parse) => [parse, SYNC]))).catch(() => undefined);
    for (const [id, { bytes }] of unanswered) {
      if (overdue?.client === number && overdue.id === id) cancel(id);
      else port.postMessage({ id, bytes } satisfies Ask);
    }
    // Word of changes may have been lost with it.
    if (before) tellListeners();
  }

  /** Answers a statement that ran for too long. A transaction that it was in is gone, and is aborted until it is rolled back. */
  function cancel(id: number): void {
    const call = waiting.get(id)!;
    waiting.delete(id);
    if (inTransaction) void ask(simpleQuery('begin; select 1 / 0')).catch(() => undefined);
    const ready = { name: 'readyForQuery', length: 5, status: inTransaction ? 'E' : 'I' };
    call.resolve([timedOut(), ready]);
  }

  function stop(why: string): void {
    stopped = why;
    for (const call of waiting.values()) call.reject(new Error(why));
    waiting.clear();
  }

  // pg sends one statement as five messages; only the last asks for an answer, so they cross the thread boundary together.
  let unsent: Uint8Array[] = [];
  const proxy = {
    waitReady: Promise.resolve(),
    async execProtocolStream(bytes: Uint8Array): Promise<ProtocolMessage[]> {
      unsent.push(bytes);
      if (!ASKS_FOR_AN_ANSWER.has(bytes[0]!)) return [];
      const prepares = unsent.find((message) => message[0] === PARSE && message[NAME_AT] !== 0);
      const together = Buffer.concat(unsent);
      unsent = [];
      return ask(together, prepares);
    },
  };
  return {
    proxy: proxy as unknown as PGlite,
    onChanges: (listener: () => void) => void listeners.add(listener),
    close: () => owner.close(),
  };
}

const nameIn = (parse: Uint8Array) => Buffer.from(parse.subarray(NAME_AT, parse.indexOf(0, NAME_AT))).toString();

function simpleQuery(text: string): Uint8Array {
  const head = Buffer.alloc(NAME_AT, 'Q');
  head.writeUInt32BE(Buffer.byteLength(text) + 5, 1);
  return Buffer.concat([head, Buffer.from(`${text}\0`)]);
}

/** As a server says it. */
function timedOut(): ProtocolMessage {
  const error = new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error');
  return Object.assign(error, { severity: 'ERROR', code: '57014' });
}

/** The driver throws error replies as they are, so they become errors again on this side of the thread boundary. */
function withRealErrors(message: ProtocolMessage & { message?: string; length?: number }): ProtocolMessage {
  if (message.name !== 'error') return message;
  return Object.assign(new pg.DatabaseError(message.message ?? 'unknown error', message.length ?? 0, 'error'), message);
}
