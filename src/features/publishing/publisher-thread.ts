import { Worker } from 'node:worker_threads';
import { wordFor } from '../../lib/counted.ts';
import type { Database } from '../../server/db/database.ts';
import { DatabaseUnavailable } from '../../server/db/unavailable.ts';
import { byReason } from './by-reason.ts';
import type { PublishedFiles } from './page-log.ts';
import type { Outcome, PublishScope } from './publish-in-this-process.server.ts';
import type { PublishRequest, PublisherMessage, PublisherInput } from './publisher-worker.ts';
import type { Swap } from './swap.ts';

interface Options extends Pick<PublisherInput, 'config' | 'release' | 'bundle'> {
  database: Pick<Database, 'openPort'>;
  /** Everything that may be shown, once the thread has found that out; again after the thread was started again. */
  onOpened(published: PublishedFiles): void;
  onSwap(swap: Swap): void;
  /** Called with the moment until which all writes are published, in milliseconds of the database's clock. */
  onPublished(until: number): void;
  /** Called with a sentence about what went wrong, and, where the database is away or that ended the thread, the error. */
  onError(message: string, error?: Error): void;
}

export interface PublisherThread {
  /** Resolves once pages can be shown, whichever thread opens them; fails when it was stopped before. */
  opened: Promise<unknown>;
  /**
   * Publishes what was noted until now: the changes, unless they are very many, also what waits to be gathered, or all that differs.
   * @returns undefined when the thread was stopped before that was done
   */
  publish(what: PublishScope, onProgress?: (done: number, total: number) => void): Promise<Outcome | undefined>;
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 1_000;
/** A thread that could not open, such as without the database, waits for twice as long each time, and at most for this. */
const AGAIN_AT_LATEST_MS = 8_000;

/** Starts the thread that keeps a release fresh; if it dies it is started again. */
export function startPublisher(options: Options): PublisherThread {
  const waiting = new Map<
    number,
    { ask: PublishRequest; settle(outcome: Outcome | undefined): void; onProgress?: ((done: number, total: number) => void) | undefined }
  >();
  const opened = Promise.withResolvers<undefined>();
  // Nobody may be waiting for this when the thread is stopped; the rejection is handled all the same.
  opened.promise.catch(() => undefined);
  let lastId = 0;
  let stopping = false;
  let worker: Worker;
  let again: NodeJS.Timeout | undefined;
  let wait = AGAIN_AFTER_MS;

  const start = () => {
    const { config, release, bundle, database } = options;
    const port = database.openPort?.();
    const work: PublisherInput = { config, release, bundle, database: port };
    worker = new Worker(new URL('./publisher-worker.ts', import.meta.url), { workerData: work, transferList: port ? [port] : [] });
    let hasOpened = false;
    let reason = new Error('its thread ended');
    worker.on('message', (message: PublisherMessage) => {
      hasOpened ||= 'opened' in message;
      onMessage(message);
    });
    worker.on('error', (error: Error) => (reason = error));
    worker.once('exit', () => {
      if (stopping) return;
      if (hasOpened) wait = AGAIN_AFTER_MS;
      const what = hasOpened ? `the publisher stopped: ${reason.stack}` : `the pages cannot be opened yet: ${reason.message}`;
      options.onError(`${what}; trying again in ${wait / 1_000} s`, reason);
      again = setTimeout(start, wait);
      wait = Math.min(2 * wait, AGAIN_AT_LATEST_MS);
    });
    // Requests to the thread that died are sent again.
    for (const { ask } of waiting.values()) worker.postMessage(ask);
  };

  const onMessage = (message: PublisherMessage) => {
    if ('opened' in message) {
      options.onOpened(message.opened);
      opened.resolve(undefined);
    } else if ('swap' in message) options.onSwap(message.swap);
    else if ('publishedUntil' in message) options.onPublished(message.publishedUntil);
    else if ('failures' in message)
      for (const { count, targets, reason } of byReason(message.failures))
        options.onError(`${targets} ${wordFor(count, 'keeps its', { plural: 'keep their' })} old pages: ${reason}`);
    else if ('error' in message) options.onError(`changes could not be published yet: ${message.error}`);
    else if ('away' in message)
      options.onError(`changes could not be published yet: ${message.away}`, new DatabaseUnavailable(message.away));
    else if ('progress' in message) waiting.get(message.progress.id)?.onProgress?.(message.progress.done, message.progress.total);
    else {
      waiting.get(message.settled.id)?.settle(message.settled);
      waiting.delete(message.settled.id);
    }
  };

  start();
  return {
    opened: opened.promise,
    publish(what, onProgress) {
      if (stopping) return Promise.resolve(undefined);
      const ask: PublishRequest = { id: ++lastId, publish: what };
      return new Promise((settle) => {
        waiting.set(ask.id, { ask, settle, onProgress });
        worker.postMessage(ask);
      });
    },
    async stop() {
      stopping = true;
      clearTimeout(again);
      await worker.terminate();
      opened.reject(new Error('the site was stopped before its pages were opened'));
      for (const { settle } of waiting.values()) settle(undefined);
      waiting.clear();
    },
  };
}
