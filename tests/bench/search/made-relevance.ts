import { quantile, type Table } from '../table.ts';
import { search, shownTitles, type Found } from './ask.ts';
import { besideOver, type Beside } from './beside.ts';
import { readDocuments } from './documents.ts';
import type { Filled } from './filled.ts';
import { KINDS, madeQueries, type Kind, type MadeQuery } from './made-queries.ts';
import { LOOKED_AT, mean, recallAt10, scoreText } from './measures.ts';
import { readSynonyms } from './synonyms.ts';
import { indexTitles } from './words.ts';

const GOALS: Record<Kind, number> = { 'title words': 0.98, typo: 0.92, prefix: 0.9, synonym: 0.9 };

interface Asked extends MadeQuery, Found {
  recall: number;
}

/**
 * Recall of queries that are made from the catalogue's titles.
 * @param count how many queries of each kind
 * @param worst how many of the worst queries of each kind to print with what they found
 * @param chosen the engines beside ours, with the settings that are best for graded queries
 */
export async function benchMadeRelevance(
  { context, database, seconds }: Filled,
  count: number,
  worst: number,
  chosen: Beside[],
): Promise<Table> {
  const titles = await shownTitles(context);
  const threadIds = new Map(titles.map(({ sourceId, threadId }) => [sourceId, threadId]));
  const { engines } = await besideOver(await readDocuments(context), chosen);
  const index = indexTitles(titles);
  const titleOf = new Map(titles.map(({ threadId, title }) => [threadId, title]));
  const rows: Table['rows'] = [];
  for (const kind of KINDS) {
    const asked: Asked[] = [];
    for (const query of madeQueries(kind, count, index, readSynonyms())) {
      const found = await search(context, query.typed);
      const ids = found.deals.map(({ threadId }) => threadId);
      asked.push({ ...query, ...found, recall: recallAt10(ids, query.relevant) });
    }
    if (asked.length === 0) continue;
    const times = asked.map(({ ms }) => ms);
    rows.push({
      ...{ queries: kind, count: asked.length, 'recall@10': scoreText(mean(asked.map(({ recall }) => recall))), goal: GOALS[kind] },
      ...{ 'found nothing': asked.filter(({ deals }) => deals.length === 0).length },
      ...{ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) },
      ...Object.fromEntries(
        await Promise.all(engines.map(async (engine) => [engine.name, await recallOf(engine, asked, threadIds)] as const)),
      ),
    });
    for (const one of asked.toSorted((a, b) => a.recall - b.recall).slice(0, worst)) console.log(told(kind, one, titleOf));
  }
  return {
    title: `Recall of queries made from titles, ${titles.length.toLocaleString('en-US')} deals, ${database}`,
    rows,
    notes: [
      'relevant are all deals whose titles hold every word meant, at most ten; a typo is one edit, two in words of more than 7 letters',
      ...(seconds === undefined ? [] : [`the import took ${seconds} s`]),
    ],
  };
}

/** What another engine's recall is of the same queries. */
async function recallOf(engine: Beside, asked: MadeQuery[], threadIds: Map<string, number>): Promise<string> {
  const recalls: number[] = [];
  for (const { typed, relevant } of asked)
    recalls.push(
      recallAt10(
        (await engine.search(typed)).map((id) => threadIds.get(id)!),
        relevant,
      ),
    );
  return scoreText(mean(recalls));
}

function told(kind: Kind, { typed, recall, relevant, deals }: Asked, titleOf: Map<number, string>): string {
  const wanted = [...relevant].map((id) => `    wanted ${titleOf.get(id)}`).slice(0, 3);
  const found = deals.slice(0, LOOKED_AT).map(({ threadId, dealTitle }) => `    ${relevant.has(threadId) ? '+' : '-'} ${dealTitle}`);
  return [`  ${kind}: ${typed} (${recall.toFixed(2)})`, ...wanted, ...found].join('\n');
}
