/** The publisher in a thread of its own, so that making pages never holds the thread that serves them. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { Config } from '../../server/config.ts';
import { makeContext } from '../../server/context.ts';
import { joinDatabase } from '../../server/db/connect.ts';
import { isNotOpen, isUnavailable } from '../../server/db/unavailable.ts';
import { openPublisherBundle } from './bundle.server.ts';
import { PageLog, type PublishedFiles } from './page-log.ts';
import type { Failure } from './publish-release.server.ts';
import type { Outcome, PublishScope } from './publish-in-this-process.server.ts';
import { Publisher } from './publisher.server.ts';
import type { Swap } from './swap.ts';
import { URGENCY } from './queue.ts';
import { required } from '../../lib/required.ts';

/** What the thread is made with. */
export interface PublisherInput {
  config: Config;
  /** The release that is kept fresh. */
  release: string;
  bundle: string;
  /** A port to the embedded database. */
  database: MessagePort | undefined;
}

/** A request to publish everything that the journal holds by now. */
export interface PublishRequest {
  id: number;
  publish: PublishScope;
}

export type PublisherMessage =
  | { opened: PublishedFiles }
  | { swap: Swap }
  | { publishedUntil: number }
  /** What keeps its old pages for now. */
  | { failures: Failure[] }
  | { error: string }
  /** The database is away. */
  | { away: string }
  | { progress: { id: number; done: number; total: number } }
  | { settled: { id: number } & Outcome };

// eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- what a thread is started with is untyped
const { config, release, bundle, database } = workerData as PublisherInput;
const port = required(parentPort, 'the port to the thread that started this one');
const post = (message: PublisherMessage) => port.postMessage(message);
function reportError(error: unknown): void {
  if (isUnavailable(error) || isNotOpen(error)) return post({ away: error.message });
  post({ error: error instanceof Error ? error.message : String(error) });
}

/** How long to wait before asking a database again that did not answer. */
const RETRY_DATABASE_MS = 1_000;
/** How long nothing must have happened before what was left behind is looked for. */
const IDLE_MS = 2_000;
/** How often to look without a notification: one may get lost with a connection, and the year in the footer changes by itself. */
const LOOK_MS = 60_000;

/** A request to publish changes waits for no more targets of many changes than this: on a large site they take minutes, an edit none. */
const MOST_AWAITED = 1_000;

const { db, onChanges } = joinDatabase(config, database);

/** A request that is being carried out: what has changed and what has failed since its beginning. */
interface RunningRequest {
  ask: PublishRequest;
  changed: string[];
  failed: Map<string, string>;
  /** The most targets that were left since its beginning. */
  mostLeft: number;
}

/** All that are being carried out: who waits for little does not wait for what others ask for. */
const requests = new Set<RunningRequest>();
/** What failed since that was last told: on a full disk everything that is due fails, again and again, and is told together. */
let untold: Failure[] = [];
const log = new PageLog(release);
const publisher = new Publisher({
  context: makeContext({ config, db }),
  bundle: await openPublisherBundle(bundle),
  release,
  log,
  onSwap(swap) {
    post({ swap });
    for (const { changed } of requests) for (const [address] of swap) changed.push(address);
  },
  onFailure(target, error) {
    const message = error instanceof Error ? error.message : String(error);
    for (const { failed } of requests) failed.set(target, message);
    untold.push({ target, message });
  },
});

let wake = () => {};
const asks: PublishRequest[] = [];
/** Whether something happened since the last step began: then the thread does not wait for the next event. */
let hasNews = false;
const notify = () => {
  publisher.notify();
  hasNews = true;
  wake();
};
port.on('message', (ask: PublishRequest) => {
  asks.push(ask);
  notify();
});
setInterval(notify, LOOK_MS).unref();

post({ opened: await publisher.open() });
// Only now, because a server that does not answer fails the opening, which is reported then. The journal is read afterwards.
onChanges(notify, reportError);
if (log.due.size === 0) await publisher.warmUp().catch(reportError);

let publishedUntil: number | undefined;
let quietSince = performance.now();
for (;;) {
  try {
    hasNews = false;
    for (const ask of asks.splice(0)) begin(ask);
    const wait = await publisher.step();
    if (publisher.publishedUntil !== publishedUntil) post({ publishedUntil: (publishedUntil = publisher.publishedUntil) });
    for (const request of requests) if (isSettled(request)) settle(request);
    if (wait > 0) tellFailures();
    if (wait === 0 || requests.size > 0 || asks.length > 0) quietSince = performance.now();
    else await rest(wait);
  } catch (error) {
    reportError(error);
    await sleep(RETRY_DATABASE_MS);
  }
}

function tellFailures(): void {
  if (untold.length > 0) post({ failures: untold });
  untold = [];
}

function begin(ask: PublishRequest): void {
  requests.add({ ask, changed: [], failed: new Map(), mostLeft: 0 });
  if (ask.publish === 'everything') publisher.compareEverything();
}

function isSettled(request: RunningRequest): boolean {
  const { left, leftOfMany } = publisher;
  const { id, publish } = request.ask;
  request.mostLeft = Math.max(request.mostLeft, left);
  if (request.mostLeft > 0) post({ progress: { id, done: request.mostLeft - left, total: request.mostLeft } });
  if (publish === 'changes') return !publisher.hasDue(URGENCY.neighbour) && (leftOfMany === 0 || leftOfMany > MOST_AWAITED);
  publisher.flush();
  return !publisher.isResolving && [...log.due].every((name) => request.failed.has(name));
}

function settle(request: RunningRequest): void {
  requests.delete(request);
  const failed = [...request.failed].map(([target, message]) => ({ target, message }));
  post({ settled: { id: request.ask.id, changed: request.changed, failed, left: publisher.left } });
}

/** Waits for something to do. After a while without anything it does the work that is not urgent. */
async function rest(wait: number): Promise<void> {
  const untilIdle = quietSince + IDLE_MS - performance.now();
  if (untilIdle > 0) return sleep(Math.min(wait, untilIdle));
  await publisher.removeLeftovers();
  await sleep(Math.min(wait, LOOK_MS));
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (hasNews) return resolve();
    const timer = setTimeout(resolve, Math.ceil(ms));
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}
