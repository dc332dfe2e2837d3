import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { allFacets, type Facet } from '../filters/facets.server.ts';
import type { FilterName } from '../filters/applied-filters.ts';
import type { Feed } from './address.ts';
import { collectedOffers, feedDeals, type FeedQuery } from './feed-query.server.ts';

/** Filters that make sense on a feed: not by store on a store's feed, and only by store on lists of offers. */
const offered = (feed: Feed, holds: 'deals' | 'offers'): FilterName[] =>
  holds === 'offers' ? ['store'] : (['store', 'brand', 'category'] as const).filter((name) => name !== feed.kind || name === 'category');

/** The facets of a feed: each value is counted among the items that meet all other chosen filters. */
export async function feedFacets(context: Pick<Context, 'db' | 'config'>, query: FeedQuery): Promise<Partial<Record<FilterName, Facet[]>>> {
  const { feed, subject, view } = query;
  const rule = subject.collection?.rule;
  const count = async (filters: FilterName[], except?: FilterName) => {
    const held =
      rule?.items === 'offers'
        ? collectedOffers(context.db, rule, query, except).where('o.store_id', 'is not', null).select('o.store_id')
        : feedDeals(context, query, except).select(['d.store_id', 'd.brand_id', 'd.category_id']);
    const { facets } = await oneRow(
      context.db,
      sql<{ facets: Partial<Record<FilterName, Facet[]>> }>`
        with matched as materialized (${held}) select ${allFacets(filters)} as facets`,
    );
    return facets;
  };
  const [free, used]: [FilterName[], FilterName[]] = [[], []];
  for (const name of offered(feed, rule?.items ?? 'deals')) (view.filters[name].length > 0 ? used : free).push(name);
  const counted = await Promise.all([...(free.length > 0 ? [count(free)] : []), ...used.map((name) => count([name], name))]);
  return counted.reduce((all, facets) => ({ ...all, ...facets }), {});
}
