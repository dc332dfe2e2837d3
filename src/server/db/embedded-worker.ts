/** Runs PGlite in a thread of its own, so that a slow statement never holds the thread that serves requests. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CHANNEL } from './changes.ts';
import { EMBEDDED_EXTENSIONS } from './embedded-extensions.ts';
import { Running } from './embedded-running.ts';
import { PrivateFiles } from './private-files.ts';
import { STATEMENT_TIMEOUT_MS } from './time-limit.ts';
import { required } from '../../lib/required.ts';

/** What the thread is made with. */
export interface Work {
  folder: string;
  running: SharedArrayBuffer;
}

/** What the owner says: here is a client, or the word to close. */
export type Told = { client: MessagePort; number: number } | { close: true };
/** What a client sends: a batch of protocol messages. */
export type Ask = { id: number; bytes: Uint8Array };
/** What PostgreSQL says; `status` is that of the transaction, where it is ready for another query. */
export type ProtocolMessage = { name: string; length?: number; status?: string; text?: string };
export type Reply = { id: number; messages: ProtocolMessage[] } | { changed: true };

const { folder, running: shared } = workerData as Work;
const owner = required(parentPort, 'the port to the thread that owns the database');
const running = new Running(shared);
const database = await PGlite.create({
  ...(folder.includes('://') ? { dataDir: folder } : { fs: new PrivateFiles(folder) }),
  extensions: EMBEDDED_EXTENSIONS,
  startParams: [...PGlite.defaultStartParams, '-c', `statement_timeout=${STATEMENT_TIMEOUT_MS}`],
});
await database.exec(`set time zone 'UTC'; listen ${CHANNEL}`);

/**
 * PGlite has a single session. Clients take turns in it, from one idle state to the next: whoever is inside a
 * transaction keeps it until the transaction is over, and the others wait in the order they came.
 */
const clients = new Set<MessagePort>();
let waiting: ({ port: MessagePort; client: number } & Ask)[] = [];
let inTransaction: MessagePort | undefined;
let working = false;

/** How long statements may run, in milliseconds: as their client has set, for the transaction at hand before all. */
const limits = new Map<MessagePort, number>();
let limitOfTransaction: number | undefined;

function connect(port: MessagePort, client: number): void {
  clients.add(port);
  port.on('message', ({ id, bytes }: Ask) => {
    waiting.push({ port, client, id, bytes });
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
    const { port, client, id, bytes } = next;
    running.begin({ client, id }, limitOfTransaction ?? limits.get(port) ?? STATEMENT_TIMEOUT_MS);
    // PGlite answers what PostgreSQL refuses. When it throws it has broken down, and nothing can be asked of it any more:
    // the thread dies of that, and its owner starts another one.
    const messages: ProtocolMessage[] = await database.execProtocolStream(bytes, { throwOnError: false });
    const ready = messages.findLast(({ name }) => name === 'readyForQuery');
    inTransaction = ready?.status === 'I' ? undefined : port;
    if (mentionsLimit(bytes) && ready?.status === 'T') limitOfTransaction = await readLimit();
    if (mentionsLimit(bytes) && ready?.status === 'I') limits.set(port, await readLimit());
    if (!inTransaction) limitOfTransaction = undefined;
    port.postMessage({ id, messages: messages.filter(({ name }) => name !== 'notification').map(cloneable) } satisfies Reply);
    if (messages.some(({ name }) => name === 'notification'))
      for (const listener of clients) listener.postMessage({ changed: true } satisfies Reply);
    running.end();
  }
  working = false;
}

function takeNext() {
  const index = inTransaction ? waiting.findIndex(({ port }) => port === inTransaction) : 0;
  return index === -1 ? undefined : waiting.splice(index, 1)[0];
}

const mentionsLimit = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('statement_timeout');

/** PGlite keeps the setting and does not act on it; whoever watches `running` does. */
async function readLimit(): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as ms`,
  );
  return required(rows[0], 'the statement timeout').ms;
}

function leave(port: MessagePort): void {
  clients.delete(port);
  limits.delete(port);
  waiting = waiting.filter((ask) => ask.port !== port);
  void work();
}

/** Undoes what a thread that has ended left open: only once its last batch, which may begin a transaction, is over. */
async function takeBack(): Promise<void> {
  await database.exec('rollback');
  inTransaction = limitOfTransaction = undefined;
}

/** An error loses its fields when it is cloned between threads; a plain object keeps them. */
function cloneable(message: ProtocolMessage): ProtocolMessage & { message?: string } {
  return message instanceof Error ? { ...message, message: message.message, name: 'error' } : message;
}

owner.on('message', async (told: Told) => {
  if ('client' in told) return connect(told.client, told.number);
  await database.close();
  process.exit(0);
});
owner.postMessage('ready');
