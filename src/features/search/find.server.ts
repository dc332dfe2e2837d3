import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { allFacets, type Facet } from '../filters/facets.server.ts';
import type { FilterName } from '../filters/applied-filters.ts';
import { INDEXED_ORDERS, matchedDeals, rankingTable, type Matching } from './matching.server.ts';
import type { Sort } from './query.ts';
import type { Ranking } from './search-plan.ts';

/** More deals than these are not gone through: a broad word costs no more than a narrow one. */
export const MOST_FOUND = 1_000;

/** A search with everything that is known of it; `most` is `MOST_FOUND`, or fewer. */
export interface Search extends Matching {
  rankings: Ranking[];
  cheap: boolean;
  now: Date;
  offset: number;
  limit: number;
  /** Whether to return what can be chosen to narrow the search. */
  facets: boolean;
}

export interface Found {
  /** How many deals match, up to `most`. */
  total: number;
  /** Whether more match. */
  more: boolean;
  /** Ids of the page that was asked for, in order. */
  ids: number[];
  /** Null when they were not asked for. */
  facets: Record<FilterName, Facet[]> | null;
}

/** What freshness, the members' votes and a low price add at most, and what is left of an expired deal. */
const FRESH = 0.06;
const LIKED = 0.1;
const LIKED_ALOT = 300;
const EXPIRED = 0.6;
const FRESH_DAYS = 60;
const CHEAP = 0.25;

const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  ...INDEXED_ORDERS,
  // The live deal with the highest score is first; all others, expired ones too, follow by score.
  relevance: sql`coalesce(score = (select max(score) from scored where expired_last = 0), false) desc, score desc, rank desc, thread_id desc`,
};

/** Finds deals, their order, and what they can be narrowed by. */
export async function findDeals(db: Db, search: Search): Promise<Found> {
  const { rankings, cheap, sort, now, offset, limit, most, facets: withFacets } = search;
  const { found } = await oneRow(
    db,
    sql<{ found: Omit<Found, 'more'> }>`
    with ${rankingTable(sort === 'relevance' ? rankings : [])}, ${matchedDeals(search)},
    scored as (
      select thread_id, expired_last, rank, gained_day, posted_at, total_cents, percent_off, words
          * (1 + ${FRESH}::real * exp(-date_part('epoch', ${now}::timestamptz - posted_at) / 86400 / ${FRESH_DAYS})
            + ${LIKED}::real * ln(1 + least(greatest(votes, 0), ${LIKED_ALOT})) / ln(1 + ${LIKED_ALOT}::real)
            + ${cheap ? sql`${CHEAP}::real * (1 - percent_rank() over (order by total_cents))` : sql`0`})
          * case when expired_last = 1 then ${EXPIRED}::real else 1 end as score
      from matched)
    select json_build_object(
      'total', (select count(*) from matched),
      'ids', coalesce((select json_agg(thread_id order by place) from (
        select thread_id, row_number() over (order by ${ORDERS[sort]}) as place from scored) as placed
        where place > ${offset} and place <= ${offset + limit}), '[]'),
      'facets', ${withFacets ? allFacets() : sql`null`}) as found`,
  );
  const { total, ids, facets } = found;
  return { total: Math.min(total, most), more: total > most, ids, facets };
}
