import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { Database } from '../../server/db/database.ts';
import { inGroups, makePages, type MadePages, type MakePages } from './make-pages.server.ts';
import type { PageMakerOutcome, PageMakerTask } from './page-maker-worker.ts';
import type { PublisherInput } from './publisher-worker.ts';

/** Most threads; each keeps Astro, React and the cards that it rendered in its own memory. */
const MOST_THREADS = 4;
/** How many groups of targets a thread has at once: one is loaded while another one is rendered. */
const GROUPS_AT_ONCE = 2;
/** Targets that this thread makes by itself, because starting another one takes as long as making some hundred pages. */
const FEW_TARGETS = 64;

/** Threads that make pages together. */
interface PageMakers {
  makePages: MakePages;
  stop(): Promise<void>;
}

/**
 * Makes the pages of a release in threads, by default as many as there are processors and at most four. They are started when there is work for
 * them: a site with a few deals needs none.
 * @param database which each of them joins
 */
export function startPageMakers(
  release: Pick<PublisherInput, 'config' | 'release' | 'bundle'>,
  { openPort }: Pick<Database, 'openPort'>,
  count: number = Math.min(availableParallelism(), MOST_THREADS),
): PageMakers {
  const threads: PageMaker[] = [];
  const limit = pLimit(count * GROUPS_AT_ONCE);
  const freeThread = () => {
    const [leastBusy] = threads.toSorted((one, other) => one.tasks - other.tasks);
    if (leastBusy && (threads.length === count || leastBusy.tasks < GROUPS_AT_ONCE)) return leastBusy;
    const thread = new PageMaker({ ...release, database: openPort?.() });
    threads.push(thread);
    return thread;
  };
  return {
    async makePages(renderContext, names, options) {
      if (threads.length === 0 && names.length <= FEW_TARGETS) return makePages(renderContext, names, options);
      const { shell, shellDigest } = renderContext;
      const { log, onPage } = options;
      const all: MadePages = { made: new Map(), failed: new Map() };
      await limit.map(inGroups(names), async (group) => {
        const published = group.map((name) => [name, log.targets.get(name) ?? []] as const);
        const { made, failed, pages } = await freeThread().make({ published, shell, shellDigest });
        for (const [name, files] of made) all.made.set(name, files);
        for (const [name, error] of failed) all.failed.set(name, error);
        for (const [address, page] of pages) onPage(address, page);
      });
      return all;
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()));
    },
  };
}

/** A thread that makes pages of the targets that it is given. */
class PageMaker {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, PromiseWithResolvers<PageMakerOutcome>>();
  #lastId = 0;
  #ended: Error | undefined;

  constructor(input: PublisherInput) {
    this.#worker = new Worker(new URL('./page-maker-worker.ts', import.meta.url), {
      workerData: input,
      transferList: input.database ? [input.database] : [],
    });
    this.#worker.on('message', (outcome: PageMakerOutcome) => {
      this.#waiting.get(outcome.id)?.resolve(outcome);
      this.#waiting.delete(outcome.id);
    });
    this.#worker.on('error', (error: Error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('a thread that makes pages ended')));
  }

  /** How many tasks it has. */
  get tasks(): number {
    return this.#waiting.size;
  }

  /** @throws when the thread has ended, with what ended it */
  make(task: Omit<PageMakerTask, 'id'>): Promise<PageMakerOutcome> {
    const outcome = Promise.withResolvers<PageMakerOutcome>();
    if (this.#ended) outcome.reject(this.#ended);
    else {
      const id = ++this.#lastId;
      this.#waiting.set(id, outcome);
      this.#worker.postMessage({ ...task, id } satisfies PageMakerTask);
    }
    return outcome.promise;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #end(reason: Error): void {
    this.#ended ??= reason;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
