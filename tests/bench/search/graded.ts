import { readFileSync } from 'node:fs';

/**
 * A query as shoppers type it, and how well deals of the demo answer it: 3 exactly what was asked for (with the price limit and the size,
 * where they are named), 2 a good alternative, 1 related; everything else 0. Whether a deal has expired does not matter. All were
 * graded by reading, none for what any search finds.
 */
export interface GradedQuery {
  query: string;
  /** Kept from those who tune the search: they see its score among the others', never what it finds. */
  heldOut?: true;
  /** By the deal's `sourceId`. */
  grades: Record<string, number>;
}

/** The 100 graded queries, 30 of them held out. */
export function readGradedQueries(): GradedQuery[] {
  const text = readFileSync(new URL('graded-queries.jsonl', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as GradedQuery);
}
