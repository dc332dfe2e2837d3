import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { currentRelease } from '../../src/features/publishing/shown-release.ts';
import { siteEnvironment, type RunningSite } from '../support/site.ts';
import type { OnSite } from './bench-site.ts';
import { addition, carryOut, chooseDeals, expiry, priceEdit, type Edit } from './edits.ts';
import { toTenths } from './measured-run.ts';
import { runNode } from './program.ts';
import { pagesAmong, payloadsAmong, publishedIn } from './published.ts';
import type { Sizes } from './sizes.ts';
import { quantile, type Table } from './table.ts';
import type { Visits } from './visitors.ts';

/** Edits that are made while one rebuild goes on. */
const EDITS_EACH = 10;

/** Visitors' requests while the site is rebuilt again and again and its deals are edited. */
export const benchRebuilds = (
  onSite: OnSite,
  deals: number,
  rebuilds: number,
  { visitors, calmSeconds }: Sizes['rebuilding'],
): Promise<Table> =>
  onSite(deals, async (site) => {
    const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
    try {
      const addresses = join(folder, 'addresses.json');
      const published = publishedIn((await currentRelease(join(site.dataDir, 'public')))!.folder);
      await writeFile(addresses, JSON.stringify([...pagesAmong(published), ...payloadsAmong(published)]));
      const calm = await visited(site, addresses, visitors, () => delay(calmSeconds * 1_000));
      const work = new Work(site, rebuilds);
      const busy = await visited(site, addresses, visitors, () => work.run());
      const row = (during: string, { visits, seconds }: Visited) => ({
        during,
        s: Math.round(seconds),
        requests: visits.requests,
        'requests/s': Math.round(visits.requests / seconds),
        failures: Object.values(visits.failures).reduce((sum, count) => sum + count, 0),
        'made on demand': visits.onDemand,
        'p50 ms': toTenths(visits.p50),
        'p99 ms': toTenths(visits.p99),
        'slowest published ms': toTenths(visits.slowestPublished),
        'slowest ms': toTenths(visits.slowest),
      });
      return {
        title: `Requests while ${rebuilds} rebuilds and ${rebuilds * EDITS_EACH} edits go on, ${deals.toLocaleString('en-US')} deals`,
        rows: [row('nothing else', calm), row('rebuilds and edits', busy)],
        notes: [
          `goal: no failures; a failure is any answer but 200, a reset, a body that is cut short, is not what its tag says, or is another address’s: ${JSON.stringify(busy.visits.failures)}`,
          `${visitors} visitors, new connections every 40 requests, a pause of up to 25 ms after each answer, pages and payloads at random`,
          await work.tell(),
        ],
      };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

interface Visited {
  visits: Visits;
  seconds: number;
}

/** Has visitors ask for addresses while something is done. */
async function visited(site: RunningSite, addresses: string, visitors: number, work: () => Promise<void>): Promise<Visited> {
  let working: Promise<void> | undefined;
  const began = performance.now();
  const output = await runNode('tests/bench/visitors.ts', [site.url, addresses, String(visitors)], process.env, {
    onStart(visiting) {
      // Not by a signal, which would kill it before it has begun.
      working = work().finally(() => visiting.stdin.end());
      // It is told once the visitors have ended.
      working.catch(() => undefined);
    },
  }).finally(() => working);
  const seconds = (performance.now() - began) / 1000;
  return { visits: JSON.parse(output) as Visits, seconds };
}

/** The rebuilds, and the edits spread over them. */
class Work {
  readonly #site: RunningSite;
  readonly #edited: { edit: Edit; page: string }[] = [];
  readonly #times: number;
  readonly #rebuilds: number[] = [];
  readonly #told: number[] = [];

  /** @param times how often it is rebuilt */
  constructor(site: RunningSite, times: number) {
    this.#site = site;
    this.#times = times;
  }

  async run(): Promise<void> {
    const deals = chooseDeals(this.#site);
    for (let rebuild = 0; rebuild < this.#times; rebuild++) {
      const rebuilding = this.#rebuild();
      const pause = ((this.#rebuilds.at(-1) ?? 1) * 1_000) / EDITS_EACH;
      for (let count = 0; count < EDITS_EACH; count++) {
        const { value } = await deals.next();
        if (!value) throw new Error(`there are too few deals on first pages for ${this.#times * EDITS_EACH} edits`);
        const number = rebuild * EDITS_EACH + count;
        await this.#edit([priceEdit, addition, expiry][number % 3]!(value, number));
        await delay(Math.random() * pause);
      }
      await rebuilding;
    }
  }

  async #rebuild(): Promise<void> {
    const began = performance.now();
    const env = siteEnvironment({ DATA_DIR: this.#site.dataDir, SITE_URL: this.#site.url });
    await runNode('src/features/publishing/build.ts', [], env);
    this.#rebuilds.push((performance.now() - began) / 1000);
  }

  async #edit(edit: Edit): Promise<void> {
    let { page } = edit;
    const began = performance.now();
    await carryOut(this.#site, edit, (named) => (page ??= named));
    this.#told.push(performance.now() - began);
    this.#edited.push({ edit, page: page! });
  }

  /** What came of the work, in a sentence; every edit is looked for at its deal's page. */
  async tell(): Promise<string> {
    let missing = 0;
    for (const { edit, page } of this.#edited)
      if (!edit.onPage(await fetch(this.#site.url + page).then((answer) => answer.text()))) missing++;
    const rebuild = quantile(this.#rebuilds, 0.5);
    const [half, most] = [0.5, 0.95].map((share) => Math.round(quantile(this.#told, share)));
    return `a rebuild took ${toTenths(rebuild)} s (p50), an edit was told to be published after ${half} ms (p50) and ${most} ms (p95); ${missing} of ${this.#edited.length} edits were missing from their deals’ pages in the end`;
  }
}
