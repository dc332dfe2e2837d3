import type { OnSite } from '../bench-site.ts';
import type { Sizes } from '../sizes.ts';
import type { Table } from '../table.ts';
import { benchBeside, bestBeside, type Beside } from './beside.ts';
import { Catalogues } from './catalogues.ts';
import { demoSize } from './catalogue/write-catalogue.ts';
import { readDocuments } from './documents.ts';
import { readGradedQueries } from './graded.ts';
import { benchGradedRelevance } from './graded-relevance.ts';
import { benchLatency } from './latency.ts';
import { benchMadeRelevance } from './made-relevance.ts';
import { sampled } from './sampled.ts';
import { benchWholePage } from './whole-page.ts';

const MADE_OF_EACH_KIND = 200;

export const SEARCH_PARTS = ['graded', 'beside', 'made', 'latency', 'page'] as const;
type SearchPart = (typeof SEARCH_PARTS)[number];

export interface SearchOptions {
  size: Sizes;
  onSite: OnSite;
  /** Undefined means all. */
  only?: SearchPart | undefined;
  /** How many of the worst queries to print with what they found. */
  worst: number;
  /** A PostgreSQL database that is filled once and kept, so that a second run needs no import; one for each part (`only`). */
  database?: string | undefined;
}

/** How well and how fast deals are found. */
export async function benchSearch({ size, onSite, only, worst, database }: SearchOptions): Promise<Table[]> {
  const gradedDeals = size.graded ?? demoSize();
  const queries = sampled(readGradedQueries(), size.oneQueryIn);
  const wants = (part: SearchPart) => only === undefined || only === part;
  const tables: Table[] = [];
  const catalogues = new Catalogues(database);
  let best: Promise<Beside[]> | undefined;
  const chosen = () =>
    (best ??= catalogues.embedded(gradedDeals).then(async ({ context }) => bestBeside(await readDocuments(context), queries)));
  try {
    if (wants('graded')) tables.push(await benchGradedRelevance(await catalogues.anywhere(gradedDeals), queries, worst));
    if (wants('beside')) tables.push(await benchBeside(await catalogues.anywhere(gradedDeals), queries, await chosen()));
    if (wants('made')) {
      const filled = await catalogues.anywhere(Math.max(...size.searched));
      tables.push(await benchMadeRelevance(filled, Math.ceil(MADE_OF_EACH_KIND / size.oneQueryIn), worst, await chosen()));
    }
    if (wants('latency')) tables.push(await benchLatency(catalogues, size.searched, size.oneQueryIn, await chosen()));
    if (wants('page')) tables.push(await onSite(size.site, (site) => benchWholePage(site, queries, size.searchRounds)));
    return tables;
  } finally {
    await catalogues.close();
  }
}
