import type { Table } from '../table.ts';
import { fillEmbedded, fillKept, fillServer } from './filled.ts';
import { benchMadeRelevance } from './made-relevance.ts';

export const SEARCH_PARTS = ['made'] as const;
export type SearchPart = (typeof SEARCH_PARTS)[number];

export interface SearchOptions {
  /** Sizes of the catalogues. */
  dealCounts: number[];
  /** Undefined means all. */
  only?: SearchPart | undefined;
  /** How many of the worst queries to print with what they found. */
  worst: number;
  /** A PostgreSQL database that is filled once and kept, so that a second run needs no import. */
  database?: string | undefined;
}

/** How well and how fast deals are found. */
export async function benchSearch({ dealCounts, only, worst, database }: SearchOptions): Promise<Table[]> {
  const wants = (part: SearchPart) => only === undefined || only === part;
  const tables: Table[] = [];
  if (wants('made')) {
    const deals = Math.max(...dealCounts);
    const filled = database ? await fillKept(database, deals) : ((await fillServer(deals)) ?? (await fillEmbedded(deals)));
    try {
      tables.push(await benchMadeRelevance(filled, worst));
    } finally {
      await filled.close();
    }
  }
  return tables;
}
