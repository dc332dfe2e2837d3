/** Runs PGlite in a thread of its own, so that a slow statement never holds the thread that serves requests. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CHANNEL } from './changes.ts';
import { isReadOnlyError, LET_READ, mentions, reads } from './let-read.ts';
import { EMBEDDED_EXTENSIONS } from './embedded-extensions.ts';
import type { OwnerMessage, ProtocolMessage, Request, WorkerData, WorkerMessage } from './embedded-messages.ts';
import { Running } from './embedded-running.ts';
import { PrivateFiles } from './private-files.ts';
import { STATEMENT_TIMEOUT_MS } from './time-limit.ts';
import { required } from '../../lib/required.ts';

const { folder, running: shared } = workerData as WorkerData;
const owner = required(parentPort, 'the port to the thread that owns the database');
const running = new Running(shared);
const database = await PGlite.create({
  ...(folder.includes('://') ? { dataDir: folder } : { fs: new PrivateFiles(folder) }),
  extensions: EMBEDDED_EXTENSIONS,
  startParams: [...PGlite.defaultStartParams, '-c', `statement_timeout=${STATEMENT_TIMEOUT_MS}`],
});
await database.exec(`set time zone 'UTC'; listen ${CHANNEL}`);

/**
 * PGlite has a single session. A client that is inside a transaction has it to itself until the transaction ends; the
 * requests of the others are queued in the order they came. Only where the transaction lets them (`LET_READ`), those that
 * read alone run between its statements.
 */
const clients = new Set<MessagePort>();
const readers = new Set<MessagePort>();
let queue: Queued[] = [];
let inTransaction: MessagePort | undefined;
let letsRead = false;
let isWorking = false;

interface Queued extends Request {
  port: MessagePort;
  client: number;
  /** It wanted to write, and waits for the end of the transaction. */
  writes?: boolean;
}

/** How long statements may run, in milliseconds: as their client has set; the limit of the current transaction comes first. */
const limits = new Map<MessagePort, number>();
let limitOfTransaction: number | undefined;

function connect(port: MessagePort, client: number, readsAlone: boolean): void {
  clients.add(port);
  if (readsAlone) readers.add(port);
  port.on('message', ({ id, bytes }: Request) => {
    queue.push({ port, client, id, bytes });
    void processQueue();
  });
  port.on('close', () => disconnect(port));
}

async function processQueue(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    if (inTransaction && !clients.has(inTransaction)) await rollBackAbandoned();
    const next = dequeue();
    if (!next) break;
    const { port, client, id, bytes } = next;
    if (inTransaction && inTransaction !== port) {
      await readBetween(next);
      continue;
    }
    running.begin({ client, id }, limitOfTransaction ?? limits.get(port) ?? STATEMENT_TIMEOUT_MS);
    // PGlite returns the errors of statements. When it throws it is unusable: the thread ends by that, and its owner starts
    // another one.
    const messages: ProtocolMessage[] = await database.execProtocolStream(bytes, { throwOnError: false });
    const ready = messages.findLast(({ name }) => name === 'readyForQuery');
    inTransaction = ready?.status === 'I' ? undefined : port;
    if (mentionsLimit(bytes) && ready?.status === 'T') limitOfTransaction = await readLimit();
    if (mentionsLimit(bytes) && ready?.status === 'I') limits.set(port, await readLimit());
    if (!inTransaction) limitOfTransaction = undefined;
    letsRead = ready?.status === 'T' && (letsRead || mentions(bytes, LET_READ));
    port.postMessage({ id, messages: messages.filter(({ name }) => name !== 'notification').map(cloneable) } satisfies WorkerMessage);
    if (messages.some(({ name }) => name === 'notification'))
      for (const listener of clients) listener.postMessage({ changed: true } satisfies WorkerMessage);
    running.end();
  }
  isWorking = false;
}

function dequeue() {
  const index = inTransaction ? queue.findIndex(mayRunNow) : 0;
  return index === -1 ? undefined : queue.splice(index, 1)[0];
}

const mayRunNow = ({ port, bytes, writes }: Queued) =>
  port === inTransaction || (letsRead && readers.has(port) && writes !== true && reads(bytes));

/**
 * Runs a statement of another client within the transaction, as one that can only read and whose failing harms nothing. One that
 * writes is put back, to wait for the end of the transaction.
 */
async function readBetween(request: Queued): Promise<void> {
  const { port, client, id, bytes } = request;
  running.begin({ client, id }, limits.get(port) ?? STATEMENT_TIMEOUT_MS);
  await database.exec('savepoint reading; set local transaction_read_only = on');
  const messages: ProtocolMessage[] = await database.execProtocolStream(bytes, { throwOnError: false });
  await database.exec('rollback to savepoint reading; release savepoint reading');
  running.end();
  if (messages.some(isReadOnlyError)) return void queue.unshift({ ...request, writes: true });
  const outside = messages.map((message) => (message.name === 'readyForQuery' ? { ...message, status: 'I' } : cloneable(message)));
  port.postMessage({ id, messages: outside } satisfies WorkerMessage);
}

const mentionsLimit = (bytes: Uint8Array) => mentions(bytes, 'statement_timeout');

/** PGlite keeps the setting and does not enforce it; the owner does, which watches `running`. */
async function readLimit(): Promise<number> {
  const { rows } = await database.query<{ ms: number }>(
    `select extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as ms`,
  );
  return required(rows[0], 'the statement timeout').ms;
}

function disconnect(port: MessagePort): void {
  clients.delete(port);
  readers.delete(port);
  limits.delete(port);
  queue = queue.filter((request) => request.port !== port);
  void processQueue();
}

/** Rolls back the transaction of a client that is gone: only once its last batch, which may begin one, is over. */
async function rollBackAbandoned(): Promise<void> {
  await database.exec('rollback');
  inTransaction = limitOfTransaction = undefined;
  letsRead = false;
}

/** An error loses its fields when it is cloned between threads; a plain object keeps them. */
function cloneable(message: ProtocolMessage): ProtocolMessage & { message?: string } {
  return message instanceof Error ? { ...message, message: message.message, name: 'error' } : message;
}

owner.on('message', async (message: OwnerMessage) => {
  if ('client' in message) return connect(message.client, message.number, message.readsAlone);
  await database.close();
  process.exit(0);
});
owner.postMessage('ready');
