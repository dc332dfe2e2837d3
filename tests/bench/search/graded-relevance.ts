import { quantile, type Table } from '../table.ts';
import { search, shownTitles, type Found } from './ask.ts';
import type { Filled } from './filled.ts';
import type { GradedQuery } from './graded.ts';
import { LOOKED_AT, mean, ndcgAt10, scoreText } from './measures.ts';

interface Asked extends GradedQuery, Found {
  ndcg: number;
}

/**
 * How well the demo's deals are ordered for queries as shoppers type them.
 * @param worst how many of the worst queries, of those that are not held out, to print with what they found
 */
export async function benchGradedRelevance({ context, database }: Filled, queries: GradedQuery[], worst: number): Promise<Table> {
  const sourceIds = new Map((await shownTitles(context)).map(({ threadId, sourceId }) => [threadId, sourceId]));
  const asked: Asked[] = [];
  for (const graded of queries) {
    const found = await search(context, graded.query);
    const ids = found.deals.map(({ threadId }) => sourceIds.get(threadId)!);
    asked.push({ ...graded, ...found, ndcg: ndcgAt10(ids, graded.grades) });
  }
  const seen = asked.filter(({ heldOut }) => !heldOut);
  for (const one of seen.toSorted((a, b) => a.ndcg - b.ndcg).slice(0, worst)) console.log(told(one, sourceIds));
  return {
    title: `nDCG of ${queries.length} graded queries, ${sourceIds.size.toLocaleString('en-US')} deals, ${database}`,
    rows: [
      row('for tuning', seen),
      row(
        'held out',
        asked.filter(({ heldOut }) => heldOut),
      ),
      row('together', asked),
    ],
    notes: ['each query’s best order counts as 1; results that nobody graded gain nothing'],
  };
}

function row(queries: string, asked: Asked[]): Table['rows'][number] {
  const times = asked.map(({ ms }) => ms);
  return {
    ...{ queries, count: asked.length, 'nDCG@10': scoreText(mean(asked.map(({ ndcg }) => ndcg))) },
    ...{
      'below 0.5': asked.filter(({ ndcg }) => ndcg < 0.5).length,
      'found nothing': asked.filter(({ deals }) => deals.length === 0).length,
    },
    ...{ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) },
  };
}

function told({ query, ndcg, grades, deals }: Asked, sourceIds: Map<number, string>): string {
  const counts = [3, 2, 1].map((grade) => `${Object.values(grades).filter((one) => one === grade).length} of grade ${grade}`);
  const found = deals.slice(0, LOOKED_AT).map(({ threadId, dealTitle }) => `    ${grades[sourceIds.get(threadId)!] ?? 0} ${dealTitle}`);
  return [`  ${query} (${ndcg.toFixed(2)}; there are ${counts.join(', ')})`, ...found].join('\n');
}
