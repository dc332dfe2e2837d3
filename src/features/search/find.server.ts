import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { withinNumbers, type ResolvedFilters } from './resolve-filters.server.ts';
import { FILTERS, type FilterName, type Sort } from './query.ts';
import type { Ranking } from './search-plan.ts';
import { allOf } from './tsquery.ts';
import { oneRow } from '../../server/db/one-row.ts';

/** More deals than these are not gone through: a broad word costs no more than a narrow one. */
export const MOST_FOUND = 1_000;
/** How many times as many are looked at, in the order asked for, when more match than are gone through; an order by figures should be exact. */
const WALKED = { relevance: 2, otherwise: 6 };

/** A search with everything that is known of it. */
export interface Search {
  /** What the words ask for, in the language of `tsquery`; undefined when there are no words. */
  words: string | undefined;
  narrowed: ResolvedFilters;
  rankings: Ranking[];
  cheap: boolean;
  sort: Sort;
  now: Date;
  offset: number;
  limit: number;
  /** How many deals are gone through at most: `MOST_FOUND`, or fewer. */
  most: number;
  /** Whether it is to be told what can be chosen to narrow the search. */
  facets: boolean;
}

/** What can be chosen to narrow a search. */
export interface Facet {
  id: number;
  slug: string;
  name: string;
  deals: number;
}

export interface Found {
  /** Deals that match, up to `MOST_FOUND`; there are more when `more` says so. */
  total: number;
  more: boolean;
  /** Ids of the page that was asked for, in order. */
  ids: number[];
  /** Null when they were not asked for. */
  facets: Record<FilterName, Facet[]> | null;
}

const COLUMNS = sql`d.thread_id, d.expired_last, d.rank, d.posted_at, d.price_cents, d.percent_off, d.store_id, d.brand_id, d.category_id, d.forum_id,
  d.votes_up - d.votes_down as votes`;

/** A: title, B: variants and what it is filed under, D: description. */
const WEIGHTS = '{0.12, 0.3, 0.6, 1}';
/** What `ts_rank` gives a word that stands once in a title. */
const ONCE = 0.6079;

/** How well a deal matches, word by word. */
const WORDS = sql`coalesce((select sum(weight * case when flag then (d.search @@ query)::int
    else ts_rank(${sql.lit(WEIGHTS)}::real[], d.search, query) / ${sql.lit(ONCE)} end) from ranking), 1)`;

/** Orders that an index has, so that walking along it costs what is looked at alone. */
const WALKS: Record<Sort, RawBuilder<unknown>> = {
  relevance: sql`expired_last, rank desc, thread_id desc`,
  popular: sql`expired_last, rank desc, thread_id desc`,
  newest: sql`expired_last, posted_at desc, thread_id desc`,
  price: sql`expired_last, price_cents, thread_id desc`,
  discount: sql`expired_last, percent_off desc nulls last, thread_id desc`,
};

function queryOf({ words, narrowed }: Matching, but?: FilterName): string | undefined {
  const conditions = but ? narrowed.conditionsBut(but) : narrowed.conditions;
  const all = [...(words ? [words] : []), ...conditions];
  return all.length > 0 ? allOf(all) : undefined;
}

/** What brings deals further up, as `ranking`. */
const rankedBy = (rankings: Ranking[]) => sql`ranking as materialized (
  select query::tsquery as query, weight, flag from json_to_recordset(${JSON.stringify(rankings)}::json)
    as ranking (query text, weight real, flag boolean))`;

type Matching = Pick<Search, 'words' | 'narrowed' | 'sort' | 'most'>;

/**
 * Some deals that match as \`matched\`: all of them, when they are no more than can be gone through. Of more, the first ones in
 * the order that is asked for, and then any others. \`ranking\` stands before.
 */
function matched(search: Matching, but?: FilterName): RawBuilder<unknown> {
  const { narrowed, sort, most } = search;
  const query = queryOf(search, but);
  const inOrder = (columns: RawBuilder<unknown>) =>
    sql`select ${columns} from deals as d where d.status <> 'scheduled' and ${withinNumbers(narrowed)} order by ${WALKS[sort]}`;
  if (query === undefined) return sql`matched as materialized (${inOrder(sql`${COLUMNS}, 1 as words`)} limit ${most + 1})`;
  const walked = most * (sort === 'relevance' ? WALKED.relevance : WALKED.otherwise);
  return sql`any_of_them as materialized (
      select ${COLUMNS}, ${WORDS} as words from deals as d
      where d.search @@ ${query}::tsquery and d.status <> 'scheduled' and ${withinNumbers(narrowed)} limit ${most + 1}),
    foremost as materialized (
      select ${COLUMNS}, ${WORDS} as words from (${inOrder(sql`d.*`)} limit ${walked}) as d
      where (select count(*) from any_of_them) > ${most} and d.search @@ ${query}::tsquery limit ${most + 1}),
    matched as materialized (
      select * from foremost union all (select * from any_of_them where thread_id not in (select thread_id from foremost)) limit ${most + 1})`;
}

/** What freshness and the members' votes add at most, and what is left of an expired deal. */
const FRESH = 0.06;
const LIKED = 0.1;
const LIKED_ALOT = 300;
const EXPIRED = 0.6;
const FRESH_DAYS = 60;
const CHEAP = 0.25;

const ORDERS: Record<Sort, RawBuilder<unknown>> = {
  ...WALKS,
  // An expired deal stands at its place, but never first.
  relevance: sql`coalesce(score = (select max(score) from scored where expired_last = 0), false) desc, score desc, rank desc, thread_id desc`,
};

/** Finds deals, their order, and what they can be narrowed by. */
export async function findDeals(db: Db, search: Search): Promise<Found> {
  const { rankings, cheap, sort, now, offset, limit, most, facets: wanted } = search;
  const { found } = await oneRow(
    db,
    sql<{ found: Omit<Found, 'more'> }>`
    with ${rankedBy(sort === 'relevance' ? rankings : [])}, ${matched(search)},
    scored as (
      select thread_id, expired_last, rank, posted_at, price_cents, percent_off, words
          * (1 + ${FRESH}::real * exp(-date_part('epoch', ${now}::timestamptz - posted_at) / 86400 / ${FRESH_DAYS})
            + ${LIKED}::real * ln(1 + least(greatest(votes, 0), ${LIKED_ALOT})) / ln(1 + ${LIKED_ALOT}::real)
            + ${cheap ? sql`${CHEAP}::real * (1 - percent_rank() over (order by price_cents))` : sql`0`})
          * case when expired_last = 1 then ${EXPIRED}::real else 1 end as score
      from matched)
    select json_build_object(
      'total', (select count(*) from matched),
      'ids', coalesce((select json_agg(thread_id order by place) from (
        select thread_id, row_number() over (order by ${ORDERS[sort]}) as place from scored) as placed
        where place > ${offset} and place <= ${offset + limit}), '[]'),
      'facets', ${wanted ? sql`json_build_object(${sql.join(FILTERS.flatMap((name) => [sql.lit(name), counted(name)]))})` : sql`null`}) as found`,
  );
  const { total, ids, facets } = found;
  return { total: Math.min(total, most), more: total > most, ids, facets };
}

const MOST_FACETS = 12;

const SHELVES = {
  store: { table: 'stores', column: 'store_id', name: sql`name` },
  brand: { table: 'brands', column: 'brand_id', name: sql`name` },
  category: { table: 'categories', column: 'category_id', name: sql`name` },
  forum: { table: 'forums', column: 'forum_id', name: sql`title` },
} satisfies Record<FilterName, { table: string; column: string; name: RawBuilder<unknown> }>;

/** How many of what matches there are of each store, brand, category or forum; those with most of them. */
function counted(filter: FilterName): RawBuilder<unknown> {
  const { table, column, name } = SHELVES[filter];
  return sql`coalesce((
    select json_agg(json_build_object('id', id, 'slug', slug, 'name', ${name}, 'deals', deals) order by deals desc, ${name})
    from (select ${sql.ref(column)} as id, count(*) as deals from matched group by 1 order by 2 desc limit ${MOST_FACETS}) as counted
    join ${sql.table(table)} using (id)), '[]')`;
}

/** What else could be chosen of a filter that is in use: counted without it. */
export async function otherChoices(db: Db, search: Matching, filter: FilterName): Promise<Facet[]> {
  const { facets } = await oneRow(
    db,
    sql<{ facets: Facet[] }>`
    with ${rankedBy([])}, ${matched(search, filter)} select ${counted(filter)} as facets`,
  );
  return facets;
}
