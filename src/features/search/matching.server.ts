import { sql, type RawBuilder } from 'kysely';
import type { FilterName } from '../filters/applied-filters.ts';
import { withinNumbers, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import type { Sort } from './query.ts';
import type { Ranking } from './search-plan.ts';
import { allOf } from './tsquery.ts';

/** Which deals match. */
export interface Matching {
  /** What the words ask for, in the language of `tsquery`; undefined when there are no words. */
  words: string | undefined;
  resolved: ResolvedFilters;
  sort: Sort;
  /** How many deals are examined at most. */
  most: number;
}

/**
 * When more deals match than are examined, so many times as many are scanned in the order that is asked for. The factor is higher for orders by
 * numbers, which should be exact.
 */
const SCAN_FACTORS = { relevance: 2, otherwise: 6 };

const COLUMNS = sql`d.thread_id, d.expired_last, d.rank, d.gained_day, d.posted_at, d.total_cents, d.percent_off, d.store_id, d.brand_id, d.category_id, d.forum_id,
  d.votes_up - d.votes_down as votes`;

/** A: title, B: variants and what it is filed under, D: description. */
const WEIGHTS = '{0.12, 0.3, 0.6, 1}';
/** The `ts_rank` of a word that occurs once in a title. */
const ONCE_IN_TITLE = 0.6079;

/** How well a deal matches, word by word. */
const WORD_SCORE = sql`coalesce((select sum(weight * case when flag then (d.search @@ query)::int
    else ts_rank(${sql.lit(WEIGHTS)}::real[], d.search, query) / ${sql.lit(ONCE_IN_TITLE)} end) from ranking), 1)`;

/** Orders with an index, along which only the needed rows are read. */
export const INDEXED_ORDERS: Record<Sort, RawBuilder<unknown>> = {
  relevance: sql`expired_last, rank desc, thread_id desc`,
  popular: sql`expired_last, rank desc, thread_id desc`,
  rising: sql`expired_last, gained_day desc, rank desc, thread_id desc`,
  newest: sql`expired_last, posted_at desc, thread_id desc`,
  price: sql`expired_last, total_cents, thread_id desc`,
  discount: sql`expired_last, percent_off desc nulls last, thread_id desc`,
};

/** Returns the common table expression `ranking`, which `matchedDeals` reads: the queries that raise relevance. */
export const rankingTable = (rankings: Ranking[]): RawBuilder<unknown> => sql`ranking as materialized (
  select query::tsquery as query, weight, flag from json_to_recordset(${JSON.stringify(rankings)}::json)
    as ranking (query text, weight real, flag boolean))`;

/**
 * Returns common table expressions, of which `matched` has deals that match: all of them, when they are no more than can be
 * gone through. Of more, it has the first ones in the order that is asked for, and then any others.
 * @param except a filter that is left out
 */
export function matchedDeals(matching: Matching, except?: FilterName): RawBuilder<unknown> {
  const { resolved, sort, most } = matching;
  const query = queryOf(matching, except);
  const inOrder = (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from deals as d where d.status <> 'scheduled' and ${withinNumbers(resolved)} order by ${INDEXED_ORDERS[sort]}`;
  if (query === undefined) return sql`matched as materialized (${inOrder(sql`${COLUMNS}, 1 as words`)} limit ${most + 1})`;
  const scanned = most * (sort === 'relevance' ? SCAN_FACTORS.relevance : SCAN_FACTORS.otherwise);
  return sql`any_of_them as materialized (
      select ${COLUMNS}, ${WORD_SCORE} as words from deals as d
      where d.search @@ ${query}::tsquery and d.status <> 'scheduled' and ${withinNumbers(resolved)} limit ${most + 1}),
    foremost as materialized (
      select ${COLUMNS}, ${WORD_SCORE} as words from (${inOrder(sql`d.*`)} limit ${scanned}) as d
      where (select count(*) from any_of_them) > ${most} and d.search @@ ${query}::tsquery limit ${most + 1}),
    matched as materialized (
      select * from foremost union all (select * from any_of_them where thread_id not in (select thread_id from foremost)) limit ${most + 1})`;
}

function queryOf({ words, resolved }: Matching, except?: FilterName): string | undefined {
  const conditions = except ? resolved.conditionsBut(except) : resolved.conditions;
  const all = [...(words ? [words] : []), ...conditions];
  return all.length > 0 ? allOf(all) : undefined;
}
