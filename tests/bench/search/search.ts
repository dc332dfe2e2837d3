import type { SiteAddress } from '../../support/site.ts';
import type { Sizes } from '../sizes.ts';
import type { Table } from '../table.ts';
import { fillEmbedded, fillKept, fillServer, type Filled } from './filled.ts';
import { benchBeside } from './beside.ts';
import { demoSize } from './catalogue/write-catalogue.ts';
import { benchGradedRelevance } from './graded-relevance.ts';
import { benchLatency, chooseBeside } from './latency.ts';
import { benchMadeRelevance } from './made-relevance.ts';
import { benchWholePage } from './whole-page.ts';

export const SEARCH_PARTS = ['graded', 'beside', 'made', 'latency', 'page'] as const;
type SearchPart = (typeof SEARCH_PARTS)[number];

export interface SearchOptions {
  size: Sizes;
  /** Has work done on a running site. */
  onSite<T>(work: (site: SiteAddress) => Promise<T>): Promise<T>;
  /** Undefined means all. */
  only?: SearchPart | undefined;
  /** How many of the worst queries to print with what they found. */
  worst: number;
  /** A PostgreSQL database that is filled once and kept, so that a second run needs no import; one for each part (`only`). */
  database?: string | undefined;
}

/** How well and how fast deals are found. */
export async function benchSearch({ size, onSite, only, worst, database }: SearchOptions): Promise<Table[]> {
  const graded = size.graded ?? demoSize();
  const wants = (part: SearchPart) => only === undefined || only === part;
  const tables: Table[] = [];
  const open = async (deals: number) => (database ? fillKept(database, deals) : ((await fillServer(deals)) ?? (await fillEmbedded(deals))));
  if (wants('graded')) tables.push(await closedAfter(await open(graded), (filled) => benchGradedRelevance(filled, worst)));
  if (wants('beside')) tables.push(await closedAfter(await open(graded), benchBeside));
  if (wants('made')) {
    const chosen = await chooseBeside(graded);
    tables.push(await closedAfter(await open(Math.max(...size.searched)), (filled) => benchMadeRelevance(filled, worst, chosen)));
  }
  if (wants('latency')) tables.push(await benchLatency(size.searched, graded));
  if (wants('page')) tables.push(await onSite((site) => benchWholePage(site, size.searchRounds)));
  return tables;
}

async function closedAfter<T>(filled: Filled, work: (filled: Filled) => Promise<T>): Promise<T> {
  try {
    return await work(filled);
  } finally {
    await filled.close();
  }
}
