import { runInNewContext } from 'node:vm';
import { setFlagsFromString } from 'node:v8';
import type { Table } from '../table.ts';
import { readDocuments, type DealDocument } from './documents.ts';
import { ours, type Engine } from './engine.ts';
import type { Filled } from './filled.ts';
import type { GradedQuery } from './graded.ts';
import { mean, ndcgAt10, scoreText } from './measures.ts';
import { indexMiniSearch, miniSearch, MINISEARCH_SETTINGS } from './minisearch.ts';
import { indexOrama, orama, ORAMA_SETTINGS } from './orama.ts';

/** An engine in this process's memory, with the setting that did best on the queries for tuning. */
export interface Beside extends Engine {
  setting: string;
}

/**
 * How well the engines beside ours order the demo's deals, each with its best setting.
 * @param chosen `bestBeside` over the same deals
 */
export async function benchBeside(filled: Filled, graded: GradedQuery[], chosen: Beside[]): Promise<Table> {
  const documents = await readDocuments(filled.context);
  const engines: (Engine & { setting?: string })[] = [await ours(filled), ...chosen];
  const rows: Table['rows'] = [];
  for (const engine of engines) {
    const [tuning, heldOut, together] = [
      await scoreOf(
        engine,
        graded.filter((one) => !one.heldOut),
      ),
      await scoreOf(
        engine,
        graded.filter((one) => one.heldOut),
      ),
      await scoreOf(engine, graded),
    ];
    const scores = { 'for tuning': scoreText(tuning), 'held out': scoreText(heldOut), together: scoreText(together) };
    rows.push({ engine: engine.name, ...scores, setting: engine.setting ?? '' });
  }
  return {
    title: `nDCG@10 of ${graded.length} graded queries beside other engines, ${documents.length.toLocaleString('en-US')} deals`,
    rows,
    notes: ['the others’ settings are the best of four each, by the queries for tuning'],
  };
}

/** Both engines over the demo's deals, with the settings that are best for the queries for tuning. */
export async function bestBeside(documents: DealDocument[], graded: GradedQuery[]): Promise<Beside[]> {
  const tuning = graded.filter(({ heldOut }) => !heldOut);
  const small = indexMiniSearch(documents);
  const other = await indexOrama(documents);
  return [
    await best(
      Object.entries(MINISEARCH_SETTINGS).map(([setting, options]) => ({ ...miniSearch(small, options), setting })),
      tuning,
    ),
    await best(
      Object.entries(ORAMA_SETTINGS).map(([setting, options]) => ({ ...orama(other, options), setting })),
      tuning,
    ),
  ];
}

/** The same engines with the same settings over other deals, and what each index takes. */
export async function besideOver(documents: DealDocument[], chosen: Beside[]): Promise<{ engines: Beside[]; notes: string[] }> {
  const [mini, second] = chosen.map(({ setting }) => setting) as [string, string];
  const first = await weighed('MiniSearch', documents, async () => indexMiniSearch(documents));
  const other = await weighed('Orama', documents, () => indexOrama(documents));
  return {
    engines: [
      { ...miniSearch(first.index, MINISEARCH_SETTINGS[mini]!), setting: mini },
      { ...orama(other.index, ORAMA_SETTINGS[second]!), setting: second },
    ],
    notes: [first.note, other.note],
  };
}

async function best(engines: Beside[], tuning: GradedQuery[]): Promise<Beside> {
  const scores = new Map<Beside, number>();
  for (const engine of engines) scores.set(engine, await scoreOf(engine, tuning));
  return engines.reduce((one, other) => (scores.get(other)! > scores.get(one)! ? other : one));
}

async function scoreOf(engine: Engine, queries: GradedQuery[]): Promise<number> {
  const scores: number[] = [];
  for (const { query, grades } of queries) scores.push(ndcgAt10(await engine.search(query), grades));
  return mean(scores);
}

async function weighed<T>(name: string, documents: DealDocument[], build: () => Promise<T>): Promise<{ index: T; note: string }> {
  const before = heapInUse();
  const began = performance.now();
  const index = await build();
  const seconds = (performance.now() - began) / 1000;
  const megabytes = (heapInUse() - before) / 2 ** 20;
  const of = `${documents.length.toLocaleString('en-US')} deals`;
  return {
    index,
    note: `${name}’s index of ${of} takes ${seconds.toFixed(1)} s to build at each start and ${megabytes.toFixed(0)} MB of memory`,
  };
}

/** Bytes that are in use after everything else was collected. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}
