import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Ended, Word } from './embedded-owner.ts';
import type { Ask, ProtocolMessage, Reply } from './embedded-worker.ts';
import { required } from '../../lib/required.ts';

interface Call {
  bytes: Uint8Array;
  /** The message that prepares a named statement, where the call does. */
  prepares: Uint8Array | undefined;
  resolve(messages: ProtocolMessage[]): void;
  reject(error: Error): void;
}

/** First bytes of the protocol messages that make PostgreSQL answer: Query, Sync, Flush, CopyDone, CopyFail. */
const ASKS_FOR_AN_ANSWER = new Set([...'QSHcf'].map((letter) => letter.charCodeAt(0)));
const QUERY = 'Q'.charCodeAt(0);
const PARSE = 'P'.charCodeAt(0);
/** Where a Parse message names its statement, after the letter and the length. */
const NAME_AT = 5;
const SYNC = Uint8Array.of('S'.charCodeAt(0), 0, 0, 0, 4);

/**
 * Speaks with the thread of the embedded database: what `createPgConfig` needs of a PGlite, and the word of changes. When that
 * thread had to be replaced, the statement that ran is answered with an error, as a server does; a transaction is lost,
 * and aborted until it is rolled back; what had not begun is asked again, and what was prepared is prepared again.
 * @param owner the port that `Owner.lend` gave
 */
export function clientOf(owner: MessagePort) {
  const waiting = new Map<number, Call>();
  const listeners = new Set<() => void>();
  const prepared = new Map<string, Uint8Array>();
  let lastId = 0;
  let transaction: 'none' | 'open' | 'lost' | 'aborted' = 'none';
  let port: MessagePort | undefined;
  let away: string | undefined;
  let stopped: string | undefined;

  owner.on('message', (word: Word) => {
    if ('port' in word) join(word);
    else if ('away' in word) leave(word.away);
    else stop(word.stopped);
  });
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
    const ready = reply.messages.findLast(({ name }) => name === 'readyForQuery');
    transaction = ready?.status === 'I' ? 'none' : 'open';
    if (call.prepares && reply.messages.some(({ name }) => name === 'parseComplete')) prepared.set(nameIn(call.prepares), call.prepares);
    call.resolve(reply.messages.map(withRealErrors));
  };

  const ask = (bytes: Uint8Array, prepares?: Uint8Array) =>
    new Promise<ProtocolMessage[]>((resolve, reject) => {
      if (stopped) return reject(new Error(stopped));
      const answer = answerHere(bytes);
      if (answer) return resolve(answer);
      const id = ++lastId;
      waiting.set(id, { bytes, prepares, resolve, reject });
      port?.postMessage({ id, bytes } satisfies Ask);
    });

  /** The answer to what no thread can be asked: within a transaction that is lost, or while there is no database. */
  function answerHere(bytes: Uint8Array): ProtocolMessage[] | undefined {
    if (transaction === 'lost' || transaction === 'aborted') {
      if (endsTransaction(bytes, transaction)) {
        transaction = 'none';
        return [{ name: 'commandComplete', text: 'ROLLBACK' }, readyForQuery('I')];
      }
      const refused = transaction === 'lost' ? LOST : ABORTED;
      transaction = 'aborted';
      return [failure(refused), readyForQuery('E')];
    }
    return away === undefined ? undefined : [failure({ code: '57P03', message: away }), readyForQuery('I')];
  }

  /** Hears what the thread that is gone has answered still; its transaction is lost. */
  function part(): void {
    for (let last; port && (last = receiveMessageOnPort(port));) hear(last.message as Reply);
    port?.close();
    port = undefined;
    if (transaction === 'open') transaction = 'lost';
  }

  function join({ port: next, number, ended }: Extract<Word, { port: MessagePort }>): void {
    const isFirst = port === undefined && away === undefined;
    part();
    away = undefined;
    port = next;
    port.on('message', hear);
    if (prepared.size > 0) prepareAgain(port);
    for (const [id, call] of [...waiting]) {
      const answer = ended?.client === number && ended.id === id ? unfinished(ended) : answerHere(call.bytes);
      if (answer) settle(id, answer);
      else port.postMessage({ id, bytes: call.bytes } satisfies Ask);
    }
    // Word of changes may have been lost with it.
    if (!isFirst) tellListeners();
  }

  function leave(why: string): void {
    part();
    away = why;
    for (const [id, { bytes }] of [...waiting]) settle(id, required(answerHere(bytes), 'an answer without the database'));
  }

  const prepareAgain = (on: MessagePort) =>
    on.postMessage({ id: ++lastId, bytes: Buffer.concat([...prepared.values()].flatMap((parse) => [parse, SYNC])) } satisfies Ask);

  function settle(id: number, answer: ProtocolMessage[]): void {
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  }

  /** The answer to a statement that ran when its thread ended. The transaction that it was in is aborted by its error. */
  function unfinished({ why }: Ended): ProtocolMessage[] {
    if (transaction === 'lost') transaction = 'aborted';
    return [failure(why === 'overdue' ? TIMED_OUT : DIED), readyForQuery(transaction === 'none' ? 'I' : 'E')];
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
      const type = bytes[0];
      if (type === undefined || !ASKS_FOR_AN_ANSWER.has(type)) return [];
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

/** Whether a statement ends a lost transaction; a first COMMIT does not, for it must not seem to have worked. */
function endsTransaction(bytes: Uint8Array, transaction: 'lost' | 'aborted'): boolean {
  if (bytes[0] !== QUERY) return false;
  const text = Buffer.from(bytes.subarray(NAME_AT)).toString().replace('\0', '');
  return (transaction === 'lost' ? /^\s*rollback\s*;?\s*$/i : /^\s*(rollback|commit)\s*;?\s*$/i).test(text);
}

const readyForQuery = (status: 'I' | 'E'): ProtocolMessage => ({ name: 'readyForQuery', length: 5, status });

/** As a server says it. */
const TIMED_OUT = { code: '57014', message: 'canceling statement due to statement timeout' };
const ABORTED = { code: '25P02', message: 'current transaction is aborted, commands ignored until end of transaction block' };
const DIED = {
  code: '57P02',
  message: 'the embedded database died while this statement ran; it is open again, and whether it was done is not known',
};
const LOST = { code: '57P02', message: 'the embedded database died amid this transaction, of which nothing was done; it is open again' };

function failure({ code, message }: { code: string; message: string }): ProtocolMessage {
  return Object.assign(new pg.DatabaseError(message, 0, 'error'), { severity: 'ERROR', code });
}

/** The driver throws error replies as they are, so they become errors again on this side of the thread boundary. */
function withRealErrors(message: ProtocolMessage & { message?: string }): ProtocolMessage {
  if (message.name !== 'error') return message;
  return Object.assign(new pg.DatabaseError(message.message ?? 'unknown error', message.length ?? 0, 'error'), message);
}
