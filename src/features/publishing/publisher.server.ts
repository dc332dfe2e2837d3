import type { Context } from '../../server/context.ts';
import { dayIn } from '../../server/read-date.ts';
import { dealsWithAgingHistory } from '../deals/aging-histories.server.ts';
import { loadShell } from '../shell/shell.server.ts';
import { allPageTargets } from '../rendering/all-page-targets.server.ts';
import { digestOf } from '../rendering/compress.ts';
import { dealLoader, renderJobsOf, type RenderContext } from '../rendering/render.server.ts';
import type { PublisherBundle } from './bundle.server.ts';
import type { Change } from './change.ts';
import { changesSince, positionNow, type Position } from './journal.server.ts';
import { Comparison } from './comparison.ts';
import { Freshness } from './freshness.ts';
import { makePages, type MakePages } from './make-pages.server.ts';
import { removePage, removeUnusedFiles, type PageFile } from './page-files.ts';
import type { PageLog, PublishedFiles } from './page-log.ts';
import { pageTargetName, pageTargetNamed } from '../rendering/page-target.ts';
import { NO_WAIT, Queue, RETRY_MS, URGENCY } from './queue.ts';
import { findAffectedPages, pagesOfAllChanges, pagesOfEachChange, type AffectedPages } from './affected-pages.server.ts';
import { differenceOf, type Difference, type Swap } from './swap.ts';
import { append } from '../../lib/append.ts';
import { required } from '../../lib/required.ts';

interface Options {
  context: Context;
  bundle: PublisherBundle;
  /** Folder of the release. */
  release: string;
  log: PageLog;
  /** Whether all pages are equally urgent, as while a site is built. */
  isAlone?: boolean;
  /** Makes the pages; this thread does unless given. */
  makePages?: MakePages | undefined;
  onSwap(swap: Swap): void;
  /** Called when a target keeps its old pages, with the reason. */
  onFailure(target: string, error: unknown): void;
}

const EVERYTHING = 'everything';
/** Stands for the pages of many changes while they are being found. */
const UNRESOLVED = 'unresolved';
/** The pages of so many changes are found at once: that takes about as long as making pages does in one step. */
const RESOLVED_AT_ONCE = 500;

const folderAway = (release: string) =>
  new Error(`the folder ${release} was moved away or deleted while the site runs; put it back, or start the site again`);

/** Of what an earlier process left: these may be the pages of many changes, for which new ones do not wait. */
function urgencyOfLeft(name: string, { aged }: PageLog): number {
  if (aged.has(name)) return URGENCY.aged;
  return pageTargetNamed(name).kind === 'feed' ? URGENCY.listsOfMany : URGENCY.many;
}

/** The journal is read again after this time, also without a notification that it has grown. */
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
  /** Whether the journal may have grown since it was last read. */
  #isNotified = true;
  /** How far the journal was read; the log's position is before it while the pages of many changes are being found. */
  #position: Position | undefined;
  /** All changes after the log's position, while the pages of many of them are being found. */
  #changes: Change[] = [];
  /** Those of them whose pages have yet to be found. */
  #unresolved: Change[] = [];
  #isSwept = false;

  constructor(options: Options) {
    this.#options = options;
    this.#queue = new Queue(options.isAlone);
  }

  /**
   * Finds out what has changed since the release was last worked on.
   * @returns what may be shown until the rest is made
   */
  async open(): Promise<PublishedFiles> {
    const { log } = this.#options;
    for (const name of log.due) if (name !== EVERYTHING) this.#queue.add(name, urgencyOfLeft(name, log), NO_WAIT);
    if (log.position) await this.#readJournal();
    else log.add({ position: await positionNow(this.#options.context.db), due: [EVERYTHING] });
    while (this.isResolving) await this.#resolveSome();
    await this.#renderContext();
    if (log.due.has(EVERYTHING)) {
      this.#comparison.want();
      return [];
    }
    const good = [...log.targets].filter(([name]) => !log.due.has(name) || log.aged.has(name));
    for (const [name] of good) this.#shown.add(name);
    return good.flatMap(([, published]) => published);
  }

  /** Renders a page of every kind and discards it: the first rendering takes several times as long. */
  async warmUp(): Promise<void> {
    const renderContext = await this.#renderContext();
    const first = new Map([...this.#options.log.targets.keys()].toReversed().map((name) => [pageTargetNamed(name).kind, name]));
    for (const name of first.values()) {
      const target = pageTargetNamed(name);
      for (const job of await renderJobsOf(renderContext, target, dealLoader(renderContext.context, [target]))) await job.make();
    }
  }

  /** Called when the journal may have grown. */
  notify(): void {
    this.#isNotified = true;
  }

  /** Requests a comparison of every page with what it would be now. */
  compareEverything(): void {
    this.#options.log.add({ due: [EVERYTHING] });
    this.#comparison.want();
  }

  /** Until when all that was written is published, in milliseconds of the database's clock; sitemaps and reputations may be behind. */
  get publishedUntil(): number {
    return this.#freshness.publishedUntil;
  }

  /** The progress of a comparison of everything. */
  get progress(): { done: number; total: number } {
    return this.#comparison.progress;
  }

  /** Whether a target of this urgency, or more urgent, is to be made. */
  hasDue(urgency: number): boolean {
    return this.#isNotified || this.#queue.has(urgency);
  }

  /** Whether the pages of many changes are being found. */
  get isResolving(): boolean {
    return this.#changes.length > 0;
  }

  /** How many targets are to be made because much was changed at once; of changes whose pages have yet to be found, one each. */
  get leftOfMany(): number {
    return this.#queue.count(URGENCY.listsOfMany, URGENCY.many) + this.#unresolved.length;
  }

  /** How many targets are to be made or compared that nothing urgent waits for; of changes whose pages have yet to be found, one each. */
  get left(): number {
    return this.#queue.count(URGENCY.listsOfMany, URGENCY.whole) + this.#unresolved.length;
  }

  /** Makes all targets due at once. */
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
        await this.#noteDay();
      } catch (error) {
        this.#isNotified = true;
        throw error;
      }
    }
    if (this.#comparison.isWanted) await this.#compareAll();
    // The lists of many changes are made once all of them are found.
    const { names, urgency } = this.#queue.take(this.isResolving ? URGENCY.quiet : URGENCY.failed);
    try {
      if (names.length > 0) await this.#publish(names);
    } catch (error) {
      // The database may be unavailable, for one: the targets stay due.
      for (const name of names) this.#queue.add(name, urgency, NO_WAIT);
      throw error;
    }
    if (this.isResolving) await this.#resolveSome();
    else if (names.length === 0) return this.#queue.wait();
    return 0;
  }

  /** Removes the files that a process which was killed left behind, once; never during a step. */
  async removeLeftovers(): Promise<void> {
    if (this.#isSwept) return;
    this.#isSwept = true;
    const { release, log, bundle } = this.#options;
    const used = new Set([...log.targets.values()].flatMap((published) => published.map(([, { file }]) => file)));
    await removeUnusedFiles(release, (file) => used.has(file) || bundle.assets.has(file));
  }

  async #readJournal(): Promise<void> {
    const { context, log } = this.#options;
    const read = await changesSince(context.db, this.#position ?? required(log.position, 'how far the journal was read'));
    const { changes, position, moment } = read;
    if (changes.length === 0) {
      this.#freshness.readUntil(moment);
      // The shell may change by time alone: it shows the year.
      await this.#renderContext();
      return;
    }
    const found = await findAffectedPages(
      context.db,
      changes.filter(({ ofMany }) => !ofMany),
    );
    const ofMany = changes.filter((change) => change.ofMany);
    this.#position = position;
    if (ofMany.length > 0 || this.isResolving) append(this.#changes, changes);
    append(this.#unresolved, ofMany);
    const awaited = this.#noteDue(found);
    this.#freshness.readUntil(moment, ofMany.length > 0 ? [...awaited, UNRESOLVED] : awaited);
  }

  /** Finds the pages of some of many changes, and in the end those of all together. The journal is read again from the log's position after a restart in between. */
  async #resolveSome(): Promise<void> {
    const { db } = this.#options.context;
    const some = this.#unresolved.slice(0, RESOLVED_AT_ONCE);
    const found = some.length > 0 ? await pagesOfEachChange(db, some) : await pagesOfAllChanges(db, this.#changes);
    this.#unresolved.splice(0, some.length);
    if (some.length === 0) this.#changes = [];
    this.#freshness.alsoBehind(UNRESOLVED, this.#noteDue(found));
    if (!this.isResolving) this.#freshness.published(UNRESOLVED);
  }

  /**
   * Notes what is to be published, and how far the journal was read unless pages of changes before are still being found.
   * @returns what is behind until it is published
   */
  #noteDue({ urgencies, everything }: AffectedPages): string[] {
    const { log } = this.#options;
    // A changed reputation alone publishes no page that is otherwise made on demand.
    const affected = [...urgencies].filter(([name, urgency]) => urgency !== URGENCY.reputation || log.targets.has(name));
    const rest = everything ? [EVERYTHING] : [];
    const due = [...affected.map(([name]) => name), ...rest];
    log.add(this.isResolving || !this.#position ? { due } : { position: this.#position, due });
    for (const [name, urgency] of affected) this.#queue.add(name, urgency);
    if (everything) this.#comparison.want();
    return [...affected.filter(([, urgency]) => urgency < URGENCY.sitemap).map(([name]) => name), ...rest];
  }

  /** On another day, histories of prices end with that day, and their windows have moved on (decision 103). */
  async #noteDay(): Promise<void> {
    const { context, log } = this.#options;
    const day = dayIn(context.clock(), context.config.region.timeZone);
    if (day === log.day) return;
    const deals = await dealsWithAgingHistory(context.db, log.day || undefined);
    const aged = deals.map((id) => pageTargetName({ kind: 'deal', id })).filter((name) => log.targets.has(name));
    log.add({ day, aged });
    for (const name of aged) this.#queue.add(name, URGENCY.aged);
  }

  async #compareAll(): Promise<void> {
    const all = (await allPageTargets(this.#options.context)).map(pageTargetName);
    const names = new Set([...all, ...this.#options.log.targets.keys()]);
    this.#comparison.begin(names);
    for (const name of names) this.#queue.add(name, URGENCY.whole, NO_WAIT);
  }

  /** What pages are made with; when what is around them all has changed, all are to be made. */
  async #renderContext(): Promise<RenderContext> {
    const { context, bundle, log } = this.#options;
    const shell = await loadShell(context);
    // These concern the front page alone: what it holds, and how it is described.
    const { frontpageScore, siteDescription } = context.config;
    const shellDigest = digestOf(JSON.stringify([shell, frontpageScore, siteDescription]));
    if (shellDigest !== log.shell) {
      log.add({ shell: shellDigest, due: [EVERYTHING] });
      this.#comparison.want();
    }
    return { context, handler: bundle.handler, textSitemap: bundle.textSitemap, worker: bundle.worker, shell, shellDigest };
  }

  async #publish(names: string[]): Promise<void> {
    const { release, log, onFailure } = this.#options;
    const onPage = (address: string, page: PageFile) => this.#swap([[address, page]]);
    const make = this.#options.makePages ?? makePages;
    // Written beside a folder that is away, pages would count as published once it is back, and be the old ones.
    const { made, failed } = log.isInPlace
      ? await make(await this.#renderContext(), names, { release, log, onPage })
      : { made: new Map<string, PublishedFiles>(), failed: new Map(names.map((name) => [name, folderAway(release)])) };

    const difference = differenceOf(made, log.targets, (name) => this.#shown.has(name));
    const { swap, targets } = difference;
    for (const [name] of made) this.#shown.add(name);
    this.#swap(swap);
    this.#remove(difference, failed);
    const done = names.filter((name) => !failed.has(name) && log.due.has(name));
    for (const name of names) {
      this.#comparison.compared(name);
      if (!failed.has(name)) this.#freshness.published(name);
    }
    if (this.#comparison.isDone && log.due.has(EVERYTHING)) {
      done.push(EVERYTHING);
      this.#freshness.published(EVERYTHING);
    }
    if (Object.keys(targets).length + done.length + failed.size > 0) log.add({ targets, done, due: [...failed.keys()] });
    for (const [name, error] of failed) {
      this.#queue.add(name, URGENCY.failed, RETRY_MS);
      onFailure(name, error);
    }
  }

  /** Removes files. Those that cannot be removed stay noted as published, so that the next try removes them. */
  #remove({ gone, targets }: Difference, failed: Map<string, unknown>): void {
    for (const { name, address, page } of gone) {
      try {
        removePage(this.#options.release, page);
      } catch (error) {
        failed.set(name, error);
        targets[name] = [...(targets[name] ?? []), [address, page]];
      }
    }
  }

  #swap(swap: Swap): void {
    if (swap.length > 0) this.#options.onSwap(swap);
  }
}
