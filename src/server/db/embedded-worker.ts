/** Runs PGlite in a thread of its own, so that a slow statement never holds the thread that serves requests. */
import { PGlite } from '@electric-sql/pglite';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { CHANNEL } from './changes.ts';
import {
  beginReadOnlyPart,
  isBeginReadOnly,
  END_READ_ONLY_PART,
  isTransactionEnd,
  isReadOnlyError,
  CONCURRENT_READS,
  containsText,
  isReadQuery,
} from './concurrent-reads.ts';
import { EMBEDDED_EXTENSIONS } from './embedded-extensions.ts';
import { faultSaid, panicOf, queryMessage, readyForQuery } from './embedded-protocol.ts';
import type { OwnerMessage, ProtocolMessage, Request, WorkerData, WorkerMessage } from './embedded-messages.ts';
import { Running } from './embedded-running.ts';
import { PrivateFiles } from './private-files.ts';
import { STATEMENT_TIMEOUT_MS } from './time-limit.ts';
import { required } from '../../lib/required.ts';

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a thread is started with is untyped
const { folder, running: shared } = workerData as WorkerData;
const owner = required(parentPort, 'the port to the thread that owns the database');
const running = new Running(shared);
/** Options. Files of the write-ahead log are not zero-filled, which saves writing 16 MB for each 16 MB of changes. */
const STARTED_WITH = [`statement_timeout=${STATEMENT_TIMEOUT_MS}`, 'wal_init_zero=off'];
/** What PostgreSQL wrote of why it ended itself; PGlite then says no more than that it was aborted. */
let lastWords: string | undefined;
const database = await PGlite.create({
  ...(folder.includes('://') ? { dataDir: folder } : { fs: new PrivateFiles(folder) }),
  extensions: EMBEDDED_EXTENSIONS,
  onStderr(line) {
    lastWords = /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? lastWords;
    return true;
  },
  startParams: [...PGlite.defaultStartParams, ...STARTED_WITH.flatMap((setting) => ['-c', setting])],
}).catch((error: unknown) => {
  throw lastWords === undefined ? error : faultSaid(lastWords);
});
await database.exec(`set time zone 'UTC'; listen ${CHANNEL}`);

/**
 * PGlite has a single session. A client in a transaction has it to itself until the transaction ends; the
 * requests of others are queued in their order. Only if the transaction allows it (`CONCURRENT_READS`), requests of clients that
 * only read run between its statements; a client that begins a read-only transaction then has the session until that ends.
 */
const clients = new Set<MessagePort>();
const readers = new Set<MessagePort>();
let queue: Queued[] = [];
let inTransaction: MessagePort | undefined;
let allowsReads = false;
let reading: MessagePort | undefined;
let isWorking = false;

/** After a read, the transaction waits this long for another one: a reader often has further queries, such as for the rest of a page. */
const MORE_WITHIN_MS = 20;
/**
 * Readers go first for as long as the transaction's own statements took, so that it takes at most twice as long; this is the most time that
 * they can save up.
 */
const MOST_READING_MS = 500;
let readingMs = 0;
let lastRead = -Infinity;
let onRequest = () => {};

interface Queued extends Request {
  port: MessagePort;
  client: number;
  /** Set when it tried to write, and so waits for the end of the transaction. */
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
    onRequest();
    void processQueue();
  });
  port.on('close', () => disconnect(port));
}

async function processQueue(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    if (reading && !clients.has(reading)) await endReading();
    if (inTransaction && !clients.has(inTransaction)) await rollBackAbandoned();
    const next = dequeue();
    if (!next) break;
    if (inTransaction && inTransaction !== next.port) await readForOther(next);
    else if (allowsReads && (await hasMoreToRead())) queue.unshift(next);
    else await runInSession(next);
  }
  isWorking = false;
}

/** Answers a client that reads while another one is in a transaction; its time is taken from what readers have saved up. */
async function readForOther(request: Queued): Promise<void> {
  const began = performance.now();
  await (reading === request.port || isBeginReadOnly(request.bytes) ? readWithin(request) : readBetween(request));
  lastRead = performance.now();
  readingMs -= lastRead - began;
}

/** Runs what a client asks while the session is its own, and keeps what that says of its transaction and of its time limit. */
async function runInSession({ port, client, id, bytes }: Queued): Promise<void> {
  const began = performance.now();
  running.begin({ client, id }, limitOfTransaction ?? limits.get(port) ?? STATEMENT_TIMEOUT_MS);
  const messages = await execute(bytes);
  const status = messages.findLast(({ name }) => name === 'readyForQuery')?.status;
  inTransaction = status === 'I' ? undefined : port;
  if (mentionsLimit(bytes) && status === 'T') limitOfTransaction = await readLimit();
  if (mentionsLimit(bytes) && status === 'I') limits.set(port, await readLimit());
  if (!inTransaction) limitOfTransaction = undefined;
  allowsReads = status === 'T' && (allowsReads || containsText(bytes, CONCURRENT_READS));
  const notified = messages.some(({ name }) => name === 'notification');
  port.postMessage({ id, messages: messages.filter(({ name }) => name !== 'notification').map(cloneable) } satisfies WorkerMessage);
  if (notified) for (const listener of clients) listener.postMessage({ changed: true } satisfies WorkerMessage);
  running.end();
  readingMs = Math.min(Math.max(readingMs, 0) + performance.now() - began, MOST_READING_MS);
}

/**
 * Has PGlite answer a batch of messages; it returns errors of statements. When it throws, it is unusable: the exception ends the thread,
 * and its owner starts another one. So it is after an error by which PostgreSQL would end itself, such as where its log of writes finds
 * the disk full: PGlite returns that as others, and would leave the batch without an end.
 */
async function execute(bytes: Uint8Array): Promise<ProtocolMessage[]> {
  const messages: ProtocolMessage[] = await database.execProtocolStream(bytes, { throwOnError: false });
  const [panic] = messages.flatMap((message) => panicOf(message) ?? []);
  if (panic !== undefined) throw faultSaid(panic);
  return messages;
}

/** Waits a moment for further requests of readers. */
async function hasMoreToRead(): Promise<boolean> {
  const now = performance.now();
  const wait = Math.min(lastRead + MORE_WITHIN_MS - now, readingMs);
  if (wait <= 0) return false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.ceil(wait));
    onRequest = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  readingMs -= performance.now() - now;
  return true;
}

/** Takes the next request: in a transaction that allows it, readers go first, until their time is used up. */
function dequeue(): Queued | undefined {
  if (!inTransaction) return queue.shift();
  const firstRead = queue.findIndex(readsNow);
  const goesOn = reading ? -1 : queue.findIndex(({ port }) => port === inTransaction);
  const readersFirst = goesOn === -1 || readingMs > 0;
  const index = firstRead !== -1 && readersFirst ? firstRead : goesOn;
  return index === -1 ? undefined : queue.splice(index, 1)[0];
}

function readsNow({ port, bytes, writes }: Queued): boolean {
  if (reading) return port === reading;
  return allowsReads && readers.has(port) && writes !== true && (isReadQuery(bytes) || isBeginReadOnly(bytes));
}

/**
 * Runs a statement of another client within the transaction, read-only and in a savepoint, so that an error does no harm. If it
 * tries to write, it is put back, to wait for the end of the transaction.
 */
async function readBetween(request: Queued): Promise<void> {
  const { port, client, id, bytes } = request;
  running.begin({ client, id }, limits.get(port) ?? STATEMENT_TIMEOUT_MS);
  await database.exec(beginReadOnlyPart());
  const messages = await execute(bytes);
  await database.exec(END_READ_ONLY_PART);
  running.end();
  if (messages.some(isReadOnlyError)) return void queue.unshift({ ...request, writes: true });
  const outside = messages.map((message) => (message.name === 'readyForQuery' ? { ...message, status: 'I' } : cloneable(message)));
  port.postMessage({ id, messages: outside } satisfies WorkerMessage);
}

/**
 * Runs a statement of a read-only transaction, as part of the other transaction. Its own time limit does not apply: stopping
 * a statement would end the other transaction, too.
 */
async function readWithin({ port, client, id, bytes }: Queued): Promise<void> {
  if (reading && isTransactionEnd(bytes)) {
    await endReading();
    return port.postMessage({ id, messages: [{ name: 'commandComplete', text: 'COMMIT' }, readyForQuery('I')] } satisfies WorkerMessage);
  }
  const statement = reading ? bytes : queryMessage(beginReadOnlyPart(bytes));
  running.begin({ client, id }, STATEMENT_TIMEOUT_MS);
  const messages = await execute(statement);
  running.end();
  reading = port;
  port.postMessage({ id, messages: messages.map(cloneable) } satisfies WorkerMessage);
}

async function endReading(): Promise<void> {
  await database.exec(END_READ_ONLY_PART);
  reading = undefined;
}

const mentionsLimit = (bytes: Uint8Array) => containsText(bytes, 'statement_timeout');

/** Reads `statement_timeout`. PGlite stores the setting without enforcing it; the owner does, by watching `running`. */
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

/** Rolls back the transaction of a client that is gone, after its last batch, which may have begun one. */
async function rollBackAbandoned(): Promise<void> {
  await database.exec('rollback');
  inTransaction = limitOfTransaction = reading = undefined;
  allowsReads = false;
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
