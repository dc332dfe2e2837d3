import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { quantile, type Table } from '../table.ts';
import { shownTitles } from './ask.ts';
import { besideOver, type Beside } from './beside.ts';
import type { Catalogues } from './catalogues.ts';
import { readDocuments } from './documents.ts';
import { ours, type Engine } from './engine.ts';
import type { Filled } from './filled.ts';
import { mixedQueries, typedOut } from './mix.ts';
import { sampled } from './sampled.ts';

const WARMING_UP = 20;

/**
 * How long searches and suggestions take, beside other engines over the same deals with the same queries, one after the other.
 * @param oneIn one in so many queries is asked
 * @param chosen the engines beside ours, with the settings that are best for graded queries
 */
export async function benchLatency(catalogues: Catalogues, dealCounts: number[], oneIn: number, chosen: Beside[]): Promise<Table> {
  const rows: Table['rows'] = [];
  const notes: string[] = [];
  for (const deals of dealCounts) {
    const embedded = await catalogues.embedded(deals);
    const server = await catalogues.onServer(deals);
    const mixed = mixedQueries(await shownTitles(embedded.context));
    const [queries, beginnings] = [sampled(mixed, oneIn), sampled(typedOut(mixed), oneIn)];
    const beside = await besideOver(await readDocuments(embedded.context), chosen);
    const filled = [embedded, ...(server ? [server] : [])];
    for (const engine of [...(await Promise.all(filled.map(ours))), ...beside.engines]) {
      rows.push(await measured(engine, 'search', deals, queries, engine.search));
      if (engine.complete) rows.push(await measured(engine, 'autocomplete', deals, beginnings, engine.complete));
    }
    notes.push(...beside.notes, ...imports(filled));
  }
  const same =
    'the same queries for all: made from titles, as shoppers type them, broad words, what nothing has; suggestions for each beginning of 40';
  const loop = 'the loop is that of the process that asks, as a site’s would be: how late it comes to what waits, 1 ms when it is idle';
  return { title: 'Latency of search', rows, notes: [same, loop, ...notes, ...settings(chosen)] };
}

async function measured(
  { name }: Engine,
  does: string,
  deals: number,
  typed: string[],
  ask: (typed: string) => Promise<unknown>,
): Promise<Table['rows'][number]> {
  for (const text of typed.slice(0, WARMING_UP)) await ask(text);
  const waits: number[] = [];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  for (const text of typed) {
    const began = performance.now();
    await ask(text);
    waits.push(performance.now() - began);
    // What has come up meanwhile gets its turn, as between two requests.
    await turn();
  }
  loop.disable();
  return {
    ...{ deals, what: does, engine: name, calls: waits.length, 'p50 ms': quantile(waits, 0.5), 'p99 ms': quantile(waits, 0.99) },
    ...{ 'slowest ms': Math.max(...waits), 'loop p99 ms': loop.percentile(99) / 1e6, 'loop max ms': loop.max / 1e6 },
  };
}

const imports = (filled: Filled[]): string[] => filled.map(({ database, seconds }) => `${database}: the import took ${seconds} s`);
const settings = (chosen: Beside[]): string[] => chosen.map(({ name, setting }) => `${name}: ${setting}`);
