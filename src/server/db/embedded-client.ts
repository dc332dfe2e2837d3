import type { PGlite } from '@electric-sql/pglite';
import { receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import type { Connected, ConnectionMessage, ProtocolMessage, Request, Unavailable, WorkerMessage } from './embedded-messages.ts';
import { PreparedStatements } from './embedded-prepared.ts';
import { errorReply, isAnswered, readyForQuery, restoreError } from './embedded-protocol.ts';
import { ClientTransaction } from './embedded-transaction.ts';
import { REFUSAL } from './unavailable.ts';
import { required } from '../../lib/required.ts';

interface PendingRequest {
  /** Its messages. */
  asked: Uint8Array[];
  /** The same with what is prepared again, as they went to the current thread; none while there is no thread. */
  sent: Uint8Array[];
  resolve(messages: ProtocolMessage[]): void;
  reject(error: Error): void;
}

/**
 * Returns a client of the embedded database: what `createPgConfig` needs of a PGlite, and notifications of changes. When the
 * thread of the database had to be replaced, the running statement is answered with an error, as by a server; an open
 * transaction is lost, and stays aborted until it is rolled back; statements that had not begun are sent again, and prepared
 * statements are prepared again when they are next run.
 * @param owner the port that `Owner.openPort` returned
 */
export function embeddedClient(owner: MessagePort) {
  const pending = new Map<number, PendingRequest>();
  const listeners = new Set<() => void>();
  const prepared = new PreparedStatements();
  const transaction = new ClientTransaction();
  let lastId = 0;
  let port: MessagePort | undefined;
  let unavailable: Unavailable | undefined;
  let stopped: string | undefined;

  owner.on('message', (message: ConnectionMessage) => {
    if ('port' in message) connect(message);
    else if ('unavailable' in message) suspend(message);
    else stop(message.stopped);
  });
  owner.on('close', () => {
    stop('the embedded database is closed');
    port?.close();
  });

  const notifyListeners = () => listeners.forEach((listener) => listener());

  const receive = (message: WorkerMessage) => {
    if ('changed' in message) return notifyListeners();
    const { id, messages } = message;
    const request = pending.get(id);
    if (!request) return;
    transaction.update(messages);
    prepared.note(request.sent, messages);
    answer(id, messages.map(restoreError));
  };

  const send = (asked: Uint8Array[]) =>
    new Promise<ProtocolMessage[]>((resolve, reject) => {
      if (stopped) return reject(new Error(stopped));
      const local = localAnswer(asked);
      if (local) return resolve(local);
      const id = ++lastId;
      const request = { asked, sent: [], resolve, reject };
      pending.set(id, request);
      if (port) post(port, id, request);
    });

  function post(to: MessagePort, id: number, request: PendingRequest): void {
    request.sent = prepared.complete(request.asked);
    // Copied, because a Node buffer is part of a larger one, whose 64 KiB would all be copied to the other thread.
    to.postMessage({ id, bytes: new Uint8Array(Buffer.concat(request.sent)) } satisfies Request);
  }

  /** Returns the answer to statements that are not sent to the database: in a lost transaction, or while there is no database. */
  function localAnswer(asked: Uint8Array[]): ProtocolMessage[] | undefined {
    const inTransaction = transaction.answer(asked);
    if (inTransaction || unavailable === undefined) return inTransaction;
    const code = unavailable.isFull ? '53100' : '57P03';
    return [errorReply({ code, message: unavailable.unavailable, severity: REFUSAL }), readyForQuery('I')];
  }

  function answer(id: number, messages: ProtocolMessage[]): void {
    pending.get(id)?.resolve(messages);
    pending.delete(id);
  }

  /** Receives the last messages of a thread that has ended; its transaction is lost. */
  function disconnect(isFull?: boolean): void {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- messages between threads are untyped
    for (let last; port && (last = receiveMessageOnPort(port));) receive(last.message as WorkerMessage);
    port?.close();
    port = undefined;
    transaction.lose(isFull);
  }

  function connect({ port: next, number, interrupted }: Connected): void {
    const isFirst = port === undefined && unavailable === undefined;
    disconnect();
    unavailable = undefined;
    port = next;
    port.on('message', receive);
    prepared.lose();
    for (const [id, request] of [...pending]) {
      const wasRunning = interrupted?.client === number && interrupted.id === id;
      const messages = wasRunning ? transaction.answerInterrupted(interrupted.reason) : localAnswer(request.asked);
      if (messages) answer(id, messages);
      else post(port, id, request);
    }
    // Notifications of changes may have been lost with the thread before.
    if (!isFirst) notifyListeners();
  }

  function suspend(reason: Unavailable): void {
    disconnect(reason.isFull);
    unavailable = reason;
    for (const [id, { asked }] of [...pending]) answer(id, required(localAnswer(asked), 'an answer without the database'));
  }

  function stop(reason: string): void {
    stopped = reason;
    for (const request of pending.values()) request.reject(new Error(reason));
    pending.clear();
  }

  return {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the driver calls nothing else of a PGlite
    proxy: gathering(send) as unknown as PGlite,
    onChanges: (listener: () => void) => void listeners.add(listener),
    close: () => owner.close(),
  };
}

/** Collects messages: pg sends a statement as five, of which only the last is answered, so they are sent to the thread together. */
function gathering(send: (messages: Uint8Array[]) => Promise<ProtocolMessage[]>) {
  let unsent: Uint8Array[] = [];
  return {
    waitReady: Promise.resolve(),
    async execProtocolStream(bytes: Uint8Array): Promise<ProtocolMessage[]> {
      unsent.push(bytes);
      if (!isAnswered(bytes)) return [];
      const messages = unsent;
      unsent = [];
      return send(messages);
    },
  };
}
