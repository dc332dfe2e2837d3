import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { quantile, type Table } from '../table.ts';
import { shownTitles } from './ask.ts';
import { bestBeside, besideOver, type Beside } from './beside.ts';
import { readDocuments } from './documents.ts';
import { ours, type Engine } from './engine.ts';
import { fillEmbedded, fillServer, type Filled } from './filled.ts';
import { mixedQueries, typedOut } from './mix.ts';

const WARMING_UP = 20;

/** How long searches and suggestions take, beside other engines over the same deals with the same queries, one after the other. */
export async function benchLatency(dealCounts: number[], graded: number): Promise<Table> {
  const chosen = await chooseBeside(graded);
  const rows: Table['rows'] = [];
  const notes: string[] = [];
  for (const deals of dealCounts) {
    const embedded = await fillEmbedded(deals);
    const server = await fillServer(deals);
    try {
      const queries = mixedQueries(await shownTitles(embedded.context));
      const beside = await besideOver(await readDocuments(embedded.context), chosen);
      const filled = [embedded, ...(server ? [server] : [])];
      for (const engine of [...(await Promise.all(filled.map(ours))), ...beside.engines]) {
        rows.push(await measured(engine, 'search', deals, queries, engine.search));
        if (engine.complete) rows.push(await measured(engine, 'autocomplete', deals, typedOut(queries), engine.complete));
      }
      notes.push(...beside.notes, ...imports(filled));
    } finally {
      await embedded.close();
      await server?.close();
    }
  }
  const same =
    'the same queries for all: made from titles, as shoppers type them, broad words, what nothing has; suggestions for each beginning of 40';
  const loop = 'the loop is that of the process that asks, as a site’s would be: how late it comes to what waits, 1 ms when it is idle';
  return { title: 'Latency of search', rows, notes: [same, loop, ...notes, ...settings(chosen)] };
}

/**
 * The engines beside ours, with the settings that are best for the queries for tuning.
 * @param graded how many of the deals that the queries were graded over
 */
export async function chooseBeside(graded: number): Promise<Beside[]> {
  const demo = await fillEmbedded(graded);
  try {
    return await bestBeside(await readDocuments(demo.context));
  } finally {
    await demo.close();
  }
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
