import pLimit from 'p-limit';
import type { Context } from '../../server/context.ts';
import type { OnDemand } from '../../server/http/handle.ts';
import { loadShell } from '../shell/shell.server.ts';
import { allPageTargets } from '../rendering/all-page-targets.server.ts';
import { digestOf } from '../rendering/compress.ts';
import { renderJobsOf, dealLoader, type DealLoader, type RenderJob, type RenderContext } from '../rendering/render.server.ts';
import { changesSince, positionNow } from './journal.server.ts';
import { Comparison } from './comparison.ts';
import { Freshness } from './freshness.ts';
import { Garbage } from './garbage.ts';
import { recompressPage, writePage, type PageFile } from './page-files.ts';
import type { PageLog, Published } from './page-log.ts';
import { pageTargetName, pageTargetNamed } from '../rendering/page-target.ts';
import { NOW, Queue, RETRY_MS, URGENCY } from './queue.ts';
import { findAffectedPages } from './affected-pages.server.ts';
import { required } from '../../lib/required.ts';

/** What addresses answer from now on; undefined leaves an address to its on-demand page. */
export type Swap = [address: string, file: PageFile | undefined][];

interface Options {
  context: Context;
  handler: OnDemand;
  /** Folder of the release. */
  release: string;
  log: PageLog;
  /** Whether nobody waits for one page more than for another, as while a site is built. */
  isAlone?: boolean;
  onSwap(swap: Swap): void;
  /** Told of a target that keeps its old pages, and why. */
  onFailure(target: string, error: unknown): void;
}

/** How many targets are loaded together; one such group is loaded while another one is rendered. */
const LOADED_TOGETHER = 32;
const GROUPS = 2;
/** How many targets of a group are rendered while others of it are compressed. */
const RENDERED_TOGETHER = 4;
const EVERYTHING = 'everything';

/** Whoever makes pages looks into the journal again after this time, without being told that it has grown. */
const LOOK_AGAIN_MS = 1_000;

/**
 * Keeps what a release publishes the same as what its pages would show. It reads the journal, works out the targets that
 * show a change, makes their pages, and swaps those that differ, the most wanted first; one thing at a time.
 */
export class Publisher {
  readonly #options: Options;
  readonly #queue: Queue;
  /** Names of page targets whose pages are known to be good enough to be shown. */
  readonly #shown = new Set<string>();
  readonly #comparison = new Comparison();
  readonly #freshness = new Freshness();
  readonly #garbage: Garbage;
  /** Whether the journal may have grown since it was last read. */
  #isNotified = true;
  #changed: string[] = [];
  /** Names of page targets that are being made. */
  readonly #making = new Set<string>();
  /** Names of page targets with pages that are not yet as small as they get. */
  readonly #unpressed = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new Queue(options.isAlone);
    this.#garbage = new Garbage(options.release);
  }

  /**
   * Finds out what has changed since the release was last worked on.
   * @returns what may be shown until the rest is made
   */
  async open(): Promise<Published> {
    const { log } = this.#options;
    for (const name of log.targets.keys()) this.#unpressed.add(name);
    for (const name of log.due) if (name !== EVERYTHING) this.#queue.add(name, URGENCY.list, NOW);
    if (log.position) await this.#readJournal();
    else log.add({ position: await positionNow(this.#options.context.db), due: [EVERYTHING] });
    await this.#renderContext();
    if (log.due.has(EVERYTHING)) {
      this.#comparison.want();
      return [];
    }
    const good = [...log.targets].filter(([name]) => !log.due.has(name));
    for (const [name] of good) this.#shown.add(name);
    return good.flatMap(([, published]) => published);
  }

  /** Makes a page of every kind and throws it away: whatever is done for the first time takes several times as long. */
  async warmUp(): Promise<void> {
    const renderContext = await this.#renderContext();
    const first = new Map([...this.#options.log.targets.keys()].toReversed().map((name) => [pageTargetNamed(name).kind, name]));
    for (const name of first.values()) {
      const target = pageTargetNamed(name);
      for (const job of await renderJobsOf(renderContext, target, dealLoader(renderContext.context, [target]))) await job.make();
    }
  }

  /** Says that the journal may have grown. */
  notify(): void {
    this.#isNotified = true;
  }

  /** Notes that everything is to be compared with what it would be. */
  compareEverything(): void {
    this.#options.log.add({ due: [EVERYTHING] });
    this.#comparison.want();
  }

  /** Until when all that was written is published, in milliseconds of the database's clock; sitemaps may be behind. */
  get publishedUntil(): number {
    return this.#freshness.publishedUntil;
  }

  /** What is left to do of a comparison of everything. */
  get progress(): { done: number; total: number } {
    return this.#comparison.progress;
  }

  /** Addresses that changed since this was last asked. */
  takeChanged(): string[] {
    return this.#changed.splice(0);
  }

  /** Whether something of this urgency or more is to be made. */
  hasDue(urgency: number): boolean {
    return this.#isNotified || this.#queue.has(urgency);
  }

  /** Makes what would wait for its time due at once. */
  flush(): void {
    this.#queue.flush();
  }

  /**
   * Does the next piece of work.
   * @returns milliseconds until there is more, 0 when there is more at once
   */
  async step(): Promise<number> {
    if (this.#isNotified || this.#freshness.age > LOOK_AGAIN_MS) {
      this.#isNotified = false;
      try {
        await this.#readJournal();
      } catch (error) {
        this.#isNotified = true;
        throw error;
      }
    }
    if (this.#comparison.isWanted) await this.#compareAll();
    const names = this.#queue.take();
    if (names.length === 0) return this.#queue.wait();
    for (const name of names) this.#making.add(name);
    try {
      await this.#publish(names);
    } catch (error) {
      // Such as a database that is away: they are as due as before.
      for (const name of names) this.#queue.add(name, URGENCY.list, NOW);
      throw error;
    } finally {
      this.#making.clear();
    }
    return 0;
  }

  /**
   * Compresses a page as small as it gets; steps may be made meanwhile.
   * @returns whether there are more
   */
  async recompress(): Promise<boolean> {
    const { release, log } = this.#options;
    for (const name of this.#unpressed) {
      if (this.#making.has(name)) continue;
      const published = log.targets.get(name) ?? [];
      const unpressed = published.find(([, page]) => !page.pressed);
      if (!unpressed) {
        this.#unpressed.delete(name);
        continue;
      }
      const [address, before] = unpressed;
      const pressed = await recompressPage(release, before);
      const now = log.targets.get(name) ?? [];
      const at = now.findIndex(([, page]) => page === before);
      // What is being made anew may be shown already though the log knows only what was before.
      if (at === -1 || this.#making.has(name)) {
        this.#garbage.add(pressed);
        return true;
      }
      log.add({ places: { [name]: now.with(at, [address, pressed]) } });
      if (this.#shown.has(name)) this.#options.onSwap([[address, pressed]]);
      this.#garbage.add(before, '.br');
      return true;
    }
    return false;
  }

  /** Removes files that nobody reads any more, first of all those that a process which was killed left behind; never during a step. */
  async tidy(): Promise<void> {
    // What the disk still has of the log may name them.
    if (this.#options.log.isWritten) await this.#garbage.remove(() => this.#used());
  }

  async #readJournal(): Promise<void> {
    const { context, log } = this.#options;
    const { changes, position, moment } = await changesSince(context.db, required(log.position, 'how far the journal was read'));
    if (changes.length === 0) {
      this.#freshness.readUntil(moment);
      // What stands around every page may change with time alone, such as the year.
      await this.#renderContext();
      return;
    }
    const affected = await findAffectedPages(context.db, changes);
    const due = [...affected.keys(), ...(affected.everything ? [EVERYTHING] : [])];
    log.add({ position, due });
    for (const [name, urgency] of affected) this.#queue.add(name, urgency);
    if (affected.everything) this.#comparison.want();
    this.#freshness.readUntil(
      moment,
      due.filter((name) => !name.startsWith('sitemap:')),
    );
  }

  async #compareAll(): Promise<void> {
    const all = (await allPageTargets(this.#options.context)).map(pageTargetName);
    const names = new Set([...all, ...this.#options.log.targets.keys()]);
    this.#comparison.begin(names);
    for (const name of names) this.#queue.add(name, URGENCY.whole, NOW);
  }

  /** What pages are made with; when what stands around them all has changed, all are to be made. */
  async #renderContext(): Promise<RenderContext> {
    const { context, handler, log } = this.#options;
    const shell = await loadShell(context);
    const shellDigest = digestOf(JSON.stringify(shell));
    if (shellDigest !== log.shell) {
      log.add({ shell: shellDigest, due: [EVERYTHING] });
      this.#comparison.want();
    }
    return { context, handler, shell, shellDigest };
  }

  async #publish(names: string[]): Promise<void> {
    const { log, onFailure } = this.#options;
    const renderContext = await this.#renderContext();
    const failed = new Map<string, unknown>();
    const made = await this.#make(renderContext, names, failed);

    const targets: Record<string, Published> = {};
    const swap: Swap = [];
    for (const [name, published] of made) {
      const before = log.targets.get(name) ?? [];
      const now = new Map(published);
      for (const [address, page] of before) {
        if (now.get(address) !== page) this.#garbage.add(page);
        if (!now.has(address)) swap.push([address, undefined]);
      }
      if (!this.#shown.has(name)) swap.push(...published);
      this.#shown.add(name);
      const same = before.length === published.length && before.every(([address, page]) => now.get(address) === page);
      if (same) continue;
      targets[name] = published;
      this.#unpressed.add(name);
    }
    this.#swap(swap);
    const done = names.filter((name) => !failed.has(name) && log.due.has(name));
    for (const name of names) {
      this.#comparison.compared(name);
      if (!failed.has(name)) this.#freshness.published(name);
    }
    if (this.#comparison.isDone && log.due.has(EVERYTHING)) {
      done.push(EVERYTHING);
      this.#freshness.published(EVERYTHING);
    }
    if (Object.keys(targets).length + done.length + failed.size > 0) log.add({ places: targets, done, due: [...failed.keys()] });
    for (const [name, error] of failed) {
      this.#queue.add(name, URGENCY.failed, RETRY_MS);
      onFailure(name, error);
    }
  }

  /**
   * Makes what of these targets differs from what is published, and swaps each page when it is made.
   * @param failed takes those that could not be made
   */
  async #make(renderContext: RenderContext, names: string[], failed: Map<string, unknown>): Promise<Map<string, Published>> {
    const { release, log } = this.#options;
    const made = new Map<string, Published>();

    const make = async (name: string, job: RenderJob, pages: Published) => {
      const before = log.targets.get(name)?.find(([address]) => address === job.address)?.[1];
      let page = before;
      try {
        if (before?.madeFrom !== job.madeFrom) page = await writePage(release, await job.make(), job);
      } catch (error) {
        failed.set(name, error);
      }
      if (page) pages.push([job.address, page]);
      if (page && page !== before) this.#swap([[job.address, page]]);
    };

    const makeTarget = async (name: string, deal: DealLoader) => {
      try {
        const jobs = await renderJobsOf(renderContext, pageTargetNamed(name), deal);
        const pages: Published = [];
        made.set(name, pages);
        for (const job of jobs) await make(name, job, pages);
      } catch (error) {
        made.set(name, log.targets.get(name) ?? []);
        failed.set(name, error);
      }
    };
    const inGroups = pLimit(GROUPS);
    const groups = Array.from({ length: Math.ceil(names.length / LOADED_TOGETHER) }, (_, at) =>
      names.slice(at * LOADED_TOGETHER, (at + 1) * LOADED_TOGETHER),
    );
    await inGroups.map(groups, async (group) => {
      const deal = dealLoader(renderContext.context, group.map(pageTargetNamed));
      await pLimit(RENDERED_TOGETHER).map(group, (name) => makeTarget(name, deal));
    });
    return made;
  }

  #swap(swap: Swap): void {
    if (swap.length === 0) return;
    this.#options.onSwap(swap);
    for (const [address] of swap) this.#changed.push(address);
  }

  #used(): Map<string, PageFile> {
    return new Map([...this.#options.log.targets.values()].flatMap((published) => published.map(([, page]) => [page.file, page] as const)));
  }
}
