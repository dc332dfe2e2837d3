import { Worker } from 'node:worker_threads';
import type { Config } from '../../server/config.ts';
import type { Database } from '../../server/db/connect.ts';
import type { Published } from './page-log.ts';
import type { Outcome, ToPublish } from './publish-alone.server.ts';
import type { Ask, Told, Work } from './publisher-worker.ts';
import type { Swap } from './publisher.server.ts';

interface Options extends Pick<Work, 'config' | 'release' | 'bundle'> {
  config: Config;
  database: Pick<Database, 'lend'>;
  /** Everything that may be shown, once the thread has found that out; again after the thread was started anew. */
  onOpened(published: Published): void;
  onSwap(swap: Swap): void;
  /** Told until when all that was written is published, in milliseconds of the database's clock. */
  onPublished(until: number): void;
  /** Told in a sentence what went wrong. */
  onTrouble(message: string): void;
}

export interface PublisherThread {
  /**
   * Publishes what was noted until now: only the changes, also what waits to be gathered, or all that differs.
   * @returns undefined when the thread was stopped before that was done
   */
  publish(what: ToPublish, onProgress?: (done: number, total: number) => void): Promise<Outcome | undefined>;
  stop(): Promise<void>;
}

const AGAIN_AFTER_MS = 1_000;

/** Starts the thread that keeps a release fresh; if it dies it is started anew. Resolves once pages can be shown. */
export async function startPublisher(options: Options): Promise<PublisherThread> {
  const waiting = new Map<
    number,
    { ask: Ask; settle(outcome: Outcome | undefined): void; onProgress?: ((done: number, total: number) => void) | undefined }
  >();
  let lastId = 0;
  let stopping = false;
  let worker: Worker;

  const start = () =>
    new Promise<void>((resolve) => {
      const { config, release, bundle, database } = options;
      const port = database.lend?.();
      const work: Work = { config, release, bundle, database: port };
      worker = new Worker(new URL('./publisher-worker.ts', import.meta.url), { workerData: work, transferList: port ? [port] : [] });
      worker.on('message', (told: Told) => {
        hear(told);
        if ('opened' in told) resolve();
      });
      worker.on('error', (error: Error) => options.onTrouble(`the publisher stopped: ${error.stack ?? error.message}`));
      worker.once('exit', () => {
        if (stopping) return;
        setTimeout(() => {
          if (stopping) return;
          void start();
          // What was asked of the thread that died is asked again.
          for (const { ask } of waiting.values()) worker.postMessage(ask);
        }, AGAIN_AFTER_MS);
      });
    });

  const hear = (told: Told) => {
    if ('opened' in told) options.onOpened(told.opened);
    else if ('swap' in told) options.onSwap(told.swap);
    else if ('publishedUntil' in told) options.onPublished(told.publishedUntil);
    else if ('failure' in told) options.onTrouble(`${told.failure.place} keeps its old pages: ${told.failure.message}`);
    else if ('trouble' in told) options.onTrouble(`changes could not be published yet: ${told.trouble}`);
    else if ('progress' in told) waiting.get(told.progress.id)?.onProgress?.(told.progress.done, told.progress.total);
    else {
      waiting.get(told.settled.id)?.settle(told.settled);
      waiting.delete(told.settled.id);
    }
  };

  await start();
  return {
    publish(what, onProgress) {
      if (stopping) return Promise.resolve(undefined);
      const ask: Ask = { id: ++lastId, publish: what };
      return new Promise((settle) => {
        waiting.set(ask.id, { ask, settle, onProgress });
        worker.postMessage(ask);
      });
    },
    async stop() {
      stopping = true;
      await worker.terminate();
      for (const { settle } of waiting.values()) settle(undefined);
      waiting.clear();
    },
  };
}
