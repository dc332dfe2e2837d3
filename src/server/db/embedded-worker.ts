/** Runs PGlite in a thread of its own, so that a slow statement never holds the thread that serves requests. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CHANNEL } from './changes.ts';
import { EMBEDDED_EXTENSIONS } from './embedded-extensions.ts';

/** What a client sends: a batch of protocol messages, another client's port, or the word to close. */
export type Ask = { id: number; bytes: Uint8Array } | { id: number; close: true } | { client: MessagePort };
type ProtocolMessage = { name: string };
export type Reply = { id: number; messages: ProtocolMessage[] } | { id: number; failure: string } | { ready: true } | { changed: true };

/** A side of a channel; `parentPort` is one of them. */
type Port = Pick<MessagePort, 'postMessage' | 'on'>;

const { folder } = workerData as { folder: string };
const database = await PGlite.create(folder, { extensions: EMBEDDED_EXTENSIONS });
await database.exec(`set time zone 'UTC'; listen ${CHANNEL}`);

/**
 * PGlite has a single session. Clients take turns in it, from one idle state to the next: whoever is inside a
 * transaction keeps it until the transaction is over, and the others wait in the order they came.
 */
const clients = new Set<Port>();
const waiting: { port: Port; id: number; bytes: Uint8Array }[] = [];
let inTransaction: Port | undefined;
let working = false;

function connect(port: Port): void {
  clients.add(port);
  port.on('message', (ask: Ask) => {
    if ('client' in ask) return connect(ask.client);
    if ('close' in ask) return void close(port, ask.id);
    waiting.push({ port, id: ask.id, bytes: ask.bytes });
    void work();
  });
  // A thread that ends in the middle of a transaction has done nothing.
  port.on('close', () => leave(port));
}

async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (;;) {
    if (inTransaction && !clients.has(inTransaction)) await takeBack();
    const next = takeNext();
    if (!next) break;
    const { port, id, bytes } = next;
    try {
      const messages = await database.execProtocolStream(bytes, { throwOnError: false });
      const ready = messages.findLast(({ name }) => name === 'readyForQuery') as { status?: string } | undefined;
      inTransaction = ready?.status === 'I' ? undefined : port;
      port.postMessage({ id, messages: messages.filter(({ name }) => name !== 'notification').map(cloneable) } satisfies Reply);
      if (messages.some(({ name }) => name === 'notification'))
        for (const client of clients) client.postMessage({ changed: true } satisfies Reply);
    } catch (error) {
      port.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply);
    }
  }
  working = false;
}

function takeNext() {
  const index = inTransaction ? waiting.findIndex(({ port }) => port === inTransaction) : 0;
  return index === -1 ? undefined : waiting.splice(index, 1)[0];
}

function leave(port: Port): void {
  clients.delete(port);
  for (let index = waiting.length - 1; index >= 0; index--) if (waiting[index]!.port === port) waiting.splice(index, 1);
  void work();
}

/** Undoes what a thread that has ended left open: only once its last batch, which may begin a transaction, is over. */
async function takeBack(): Promise<void> {
  await database.exec('rollback');
  inTransaction = undefined;
}

async function close(port: Port, id: number): Promise<void> {
  await database.close();
  port.postMessage({ id, messages: [] } satisfies Reply);
  process.exit(0);
}

/** An error loses its fields when it is cloned between threads; a plain object keeps them. */
function cloneable(message: ProtocolMessage): ProtocolMessage & { message?: string } {
  return message instanceof Error ? { ...message, message: message.message, name: 'error' } : message;
}

connect(parentPort!);
parentPort!.postMessage({ ready: true } satisfies Reply);
