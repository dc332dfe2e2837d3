import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import type { CommandEvent } from '../../src/cli/command-event.ts';
import { sendCommand } from '../../src/server/control.ts';
import type { DealCard } from '../../src/features/deals/card.ts';
import { feed } from '../support/pages.ts';
import { administer, databaseAt, findServer } from '../support/postgres.ts';
import type { RunningSite } from '../support/site.ts';
import { endBenchSite, restartBenchSite, startBenchSite } from './bench-site.ts';
import { writeCatalogue } from './catalogue.ts';
import { toMib, toTenths } from './measured-run.ts';
import { peakMemory, restartPeak, untilAtRest } from './processor.ts';
import { leftOut } from './program.ts';
import type { Sizes } from './sizes.ts';
import { quantile, type Table } from './table.ts';

const BETWEEN_ASKING_MS = 100;
const LONGEST_ANSWER_MS = 180_000;

/**
 * A partner's first feed, as many deals as the running site has, on both databases; and how it answers pages on demand meanwhile.
 * @param visitors how many ask for such pages all the time: three take a processor for themselves
 */
export async function benchFeed({ fed: deals, fedRestMs }: Sizes, visitors: number): Promise<Table> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-bench-'));
  const name = `magpie_bench_${randomBytes(4).toString('hex')}`;
  const server = await findServer([]);
  try {
    const feed = { file: join(folder, 'feed.jsonl'), deals, restMs: fedRestMs };
    await writeFeed(folder, feed.file, deals);
    const rows = await benchOn({ database: 'embedded', settings: {} }, feed, visitors);
    if (server) {
      await administer(server.url, `create database ${name}`);
      const on = { database: server.about.replace(/ (of|at) .*/, ''), settings: { DATABASE_URL: databaseAt(server.url, name) } };
      rows.push(...(await benchOn(on, feed, visitors)));
    }
    return {
      title: `${deals.toLocaleString('en-US')} deals of a new source, imported by a running site that has as many`,
      rows,
      notes: [
        ...(server ? [] : [leftOut('PostgreSQL', 'there is no server')]),
        'deals with descriptions and addresses, without prices of the past, posters and comments, none like another',
        visitors > 0
          ? `meanwhile visitors (${visitors}) each ask for two lists in other orders and a search, one after the other, ${BETWEEN_ASKING_MS} ms after the answer before; goal: each within 2 s`
          : 'nobody asks for pages meanwhile',
        'the site is at rest before: nothing is left to do of the import of its own deals',
        'goal: saved in 60 s (embedded) and 40 s (PostgreSQL); peak: of the site’s process, its publisher among it, and beside it what it held before',
      ],
    };
  } finally {
    if (server) await administer(server.url, `drop database if exists ${name} with (force)`);
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Feed {
  file: string;
  deals: number;
  /** How long the site has at most to work off what the import of its own deals left to do: words, suggestions, alerts. */
  restMs: number;
}

interface On {
  database: string;
  settings: Record<string, string>;
}

async function benchOn({ database, settings }: On, { file, deals, restMs }: Feed, visitors: number): Promise<Table['rows']> {
  const site = await restartBenchSite(await startBenchSite(deals, settings), settings);
  try {
    const pid = site.process.pid!;
    await untilAtRest(restMs);
    await restartPeak(pid);
    const idle = await peakMemory(pid);
    const asking = new Asking(site, visitors > 0 ? await onDemandPaths(site) : [], visitors);
    const began = performance.now();
    let saved = 0;
    let whileSaved: Promise<number | undefined> | undefined;
    const run = sendCommand(site.dataDir, 'import', { files: [file], dryRun: false }, (event: CommandEvent) => {
      if (!event.report) return;
      if (event.report.added.deal !== deals) throw new Error(`${event.report.added.deal} deals were added`);
      saved = performance.now();
      whileSaved = peakMemory(pid).finally(() => restartPeak(pid));
    });
    await run.finally(() => asking.end());
    const until = performance.now();
    const seconds = (saved - began) / 1000;
    const figures = (times: number[]) =>
      times.length > 0 && {
        'pages asked': times.length,
        'p50 ms': toTenths(quantile(times, 0.5)),
        'p99 ms': toTenths(quantile(times, 0.99)),
        'slowest ms': toTenths(Math.max(...times)),
      };
    return [
      {
        ...{ database, what: 'saved', seconds: toTenths(seconds), 'deals/s': Math.round(deals / seconds) },
        ...{ 'MiB before': toMib(idle ?? 0), 'peak MiB': toMib((await whileSaved) ?? 0), ...figures(asking.asked(began, saved)) },
      },
      {
        ...{ database, what: 'published', seconds: toTenths((until - saved) / 1000), 'peak MiB': toMib((await peakMemory(pid)) ?? 0) },
        ...figures(asking.asked(saved)),
      },
    ];
  } finally {
    await endBenchSite(site);
  }
}

/** Pages that nothing is published for: other orders of lists, and a search. */
async function onDemandPaths(site: RunningSite): Promise<string[]> {
  const [card] = (await feed(site.url, '/all')).items as DealCard[];
  return [`/category/${card!.category.slug}?sort=price`, '/all?sort=discount', '/search?q=monitor'];
}

/** Asks for pages again and again, and keeps how long the answers took. */
class Asking {
  readonly #answers: { began: number; took: number }[] = [];
  #isOver = false;
  readonly #asked: Promise<unknown>;

  constructor(site: RunningSite, paths: string[], visitors: number) {
    const urls = paths.map((path) => site.url + path);
    this.#asked = Promise.all(Array.from({ length: visitors }, (_, first) => this.#ask(urls, first)));
  }

  /** @param first which page comes first: several visitors begin with different ones */
  async #ask(urls: string[], first: number): Promise<void> {
    for (let next = first; !this.#isOver; next++) {
      const url = urls[next % urls.length]!;
      const began = performance.now();
      const answer = await fetch(url, { signal: AbortSignal.timeout(LONGEST_ANSWER_MS) });
      await answer.text();
      this.#answers.push({ began, took: performance.now() - began });
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      await delay(BETWEEN_ASKING_MS);
    }
  }

  /** How long the answers took to what was asked between two moments of `performance.now()`, in milliseconds: also those that came later. */
  asked(from: number, to = Infinity): number[] {
    return this.#answers.filter(({ began }) => began >= from && began < to).map(({ took }) => took);
  }

  end(): Promise<unknown> {
    this.#isOver = true;
    return this.#asked;
  }
}

async function writeFeed(folder: string, file: string, deals: number): Promise<void> {
  const catalogue = join(folder, 'catalogue.jsonl');
  await writeCatalogue(catalogue, deals);
  const out = createWriteStream(file);
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(catalogue) })) {
    if (!line.startsWith('{"type":"deal"')) continue;
    if (!out.write(`${JSON.stringify(fedDeal(JSON.parse(line) as Record<string, string>, number++))}\n`)) await once(out, 'drain');
  }
  out.end();
  await once(out, 'finish');
}

/** A deal as a partner lists it: without what the site knows of its own deals, and another product. */
function fedDeal(deal: Record<string, string>, number: number): object {
  const { type, sourceId, title, description, kind, store, brand, category, url, price, listPrice, currency } = deal;
  const model = `${(number * 7_919).toString(36)}-${number.toString(36)}`.toUpperCase();
  return {
    ...{ type, source: 'partner', sourceId, title: `${title!.slice(0, 150)} ${model}`, description, kind, store, brand, category },
    ...{ url: `${url}-${number}`, price, listPrice, currency },
  };
}
