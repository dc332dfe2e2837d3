import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';
import { readId, singleParam } from '../../lib/exact-params.ts';
import { pageBounds, pageCount } from '../../lib/paging.ts';
import { isOffSite, offSite } from '../catalogue/status.server.ts';
import { dealPath, threadIdOf } from '../deals/deal.ts';
import { dealPriceText } from '../deals/price-text.ts';
import { DESK } from '../moderation/words.ts';

/** States of deals, with the desk's names for them. */
export const DEAL_STATES = { live: 'Live', scheduled: 'Scheduled', 'off-site': 'Off the site', expired: 'Expired' } as const;
export type DealState = keyof typeof DEAL_STATES;

/** A deal in the desk's list. */
interface FoundDeal {
  threadId: number;
  title: string;
  /** Null where it shows to nobody. */
  path: string | null;
  state: DealState;
  price: string;
  store: string;
  /** The votes for it less those against it. */
  score: number;
  comments: number;
  postedAt: Date;
  /** When a scheduled deal starts; otherwise when it ends, if that is known. */
  starts: Date | null;
  ends: Date | null;
}

/** A page of what a search of the desk finds. */
export interface FoundDeals {
  q: string;
  /** The only state that is listed. */
  state: DealState | undefined;
  /** How many of each state there are by that search. */
  counts: Record<DealState, number>;
  /** How many there are in all of them together. */
  all: number;
  page: number;
  pages: number;
  deals: FoundDeal[];
}

const DEALS_A_PAGE = 40;
const LONGEST_SEARCH = 200;
/** How many ways of reading a search as `source:sourceId` are tried. */
const MOST_KEYS = 3;
/** Stores and brands of a word at most. */
const MOST_NAMED = 200;

const isState = (name: string): name is DealState => Object.hasOwn(DEAL_STATES, name);

/** A page of the desk's list of deals. */
export function dealsPage(q: string, state: DealState | undefined, page = 1): string {
  const query = new URLSearchParams({ ...(q !== '' && { q }), ...(state && { state }), ...(page > 1 && { page: String(page) }) });
  return query.size === 0 ? DESK.deals : `${DESK.deals}?${query}`;
}

/**
 * Lists deals, the last added first, by words of their title, description, store or brand, by number, address or `source:sourceId`, which may be those
 * of a deal that was merged into another.
 * @returns undefined for a page past the end, and for an unknown state
 */
export async function findDeals(
  { db, config }: Pick<Context, 'db' | 'config'>,
  query: URLSearchParams,
  each = DEALS_A_PAGE,
): Promise<FoundDeals | undefined> {
  const q = (singleParam(query, 'q') ?? '').trim().slice(0, LONGEST_SEARCH);
  const state = singleParam(query, 'state') ?? '';
  const bounds = pageBounds(query, each);
  if (!bounds || (state !== '' && !isState(state))) return undefined;
  const only = state === '' ? undefined : state;
  const is = matching(q, await wordsQuery(db, q));
  const counts = await countStates(db, is);
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const pages = pageCount(only ? counts[only] : all, each);
  if (bounds.page > pages) return undefined;
  const { rows } = await sql<Row>`
    select d.thread_id, d.title, d.status, d.starts_at, d.expires_at, d.posted_at, d.price_cents, d.price_terms, d.currency,
      d.votes_up - d.votes_down as score, d.comment_count, s.name as store
    from deals as d join stores as s on s.id = d.store_id
    where d.thread_id = any(array(
      select d.thread_id from deals as d where ${is} and ${only ? IN_STATE[only] : sql`true`}
      order by d.thread_id desc limit ${each} offset ${bounds.offset}))
    order by d.thread_id desc`.execute(db);
  return { q, state: only, counts, all, page: bounds.page, pages, deals: rows.map((row) => toFound(row, config.region.locale)) };
}

/** Which deals, `d`, a search finds. What names a deal may be in titles, too, such as the number of a model. */
function matching(q: string, query: string): RawBuilder<boolean> {
  if (q === '') return sql`true`;
  const address = threadIdOf(/\/f\/([^/?#]+)/.exec(q)?.[1] ?? '');
  if (address !== undefined) return isThread(address);
  const words = sql<boolean>`d.search @@ ${query}::tsquery`;
  const id = readId(q.replace(/^(?:#|no\.)\s*/i, ''));
  const named = id === undefined ? withKeys(q) : [isThread(id)];
  return sql`(${sql.join([words, ...named], sql` or `)})`;
}

/** A query of the index (`search_vector`) for deals that have each of these words, or whose store or brand has it in its name; a number is a size, too. */
async function wordsQuery(db: Db, q: string): Promise<string> {
  const { query } = await oneRow(
    db,
    sql<{ query: string | null }>`
      select string_agg('(' || concat_ws(' | ', word, size, named) || ')', ' & ') as query from (
        select nullif(plainto_tsquery('search', each)::text, '') as word,
          case when each ~ '^\\d+(p\\d+)?$' then quote_literal(each || 'in') end as size,
          (select string_agg(quote_literal(id), ' | ') from (
            select 's:' || id as id from stores where to_tsvector('search', search_fold(name)) @@ plainto_tsquery('search', each)
            union all
            select 'b:' || id from brands where to_tsvector('search', search_fold(name)) @@ plainto_tsquery('search', each)
            limit ${MOST_NAMED}) as found) as named
        from regexp_split_to_table(search_fold(${q}), ' ') as each) as words
      where word is not null`,
  );
  return query ?? '';
}

/** A condition: whether the deal `d` has this thread id, or the deal of this id was merged into it. */
export const isThread = (id: number) =>
  sql<boolean>`d.thread_id = coalesce((select into_thread_id from merged_deals where thread_id = ${id}), ${id})`;

/** The deals that `source:sourceId` names; both parts may contain colons. As an array, so that an index finds them beside those with the words. */
function withKeys(q: string): RawBuilder<boolean>[] {
  const keys = [...q.matchAll(/:/g)].slice(0, MOST_KEYS).map(({ index }) => [q.slice(0, index), q.slice(index + 1)]);
  return keys.map(
    ([source, id]) => sql`d.thread_id = any(array(
      select thread_id from deals where source = ${source} and source_id = ${id}
      union all select into_thread_id from merged_deals where source = ${source} and source_id = ${id}))`,
  );
}

const IN_STATE: Record<DealState, RawBuilder<boolean>> = {
  live: sql`d.status = 'live'`,
  scheduled: sql`(d.status = 'scheduled' and not ${offSite('d')})`,
  'off-site': offSite('d'),
  expired: sql`d.status = 'expired'`,
};

/** Deals that show, and the others, are counted by an index each: without a search this reads no deal. */
async function countStates(db: Db, is: RawBuilder<boolean>): Promise<Record<DealState, number>> {
  return oneRow(
    db,
    sql<Record<DealState, number>>`
      select shown.*, others.* from
        (select count(*) filter (where d.expired_last = 0) as live, count(*) filter (where d.expired_last = 1) as expired
          from deals as d where d.status <> 'scheduled' and ${is}) as shown,
        (select count(*) filter (where ${IN_STATE.scheduled}) as scheduled, count(*) filter (where ${IN_STATE['off-site']}) as "off-site"
          from deals as d where d.status = 'scheduled' and ${is}) as others`,
  );
}

/** How many deals there are of each state. */
export const countDeals = ({ db }: Pick<Context, 'db'>): Promise<Record<DealState, number>> => countStates(db, sql`true`);

interface Row {
  thread_id: number;
  title: string;
  status: 'live' | 'scheduled' | 'expired';
  starts_at: Date | null;
  expires_at: Date | null;
  posted_at: Date;
  price_cents: number | null;
  price_terms: PriceTerms | null;
  currency: string;
  score: number;
  comment_count: number;
  store: string;
}

function toFound(row: Row, locale: string): FoundDeal {
  const state = dealState(row);
  return {
    threadId: row.thread_id,
    title: row.title,
    path: shownPath(row),
    state,
    price: dealPriceText(row, locale),
    store: row.store,
    score: row.score,
    comments: row.comment_count,
    postedAt: row.posted_at,
    starts: state === 'scheduled' ? row.starts_at : null,
    ends: row.expires_at,
  };
}

export const dealState = ({ status, starts_at: startsAt }: Pick<Row, 'status' | 'starts_at'>): DealState =>
  isOffSite({ status, startsAt }) ? 'off-site' : status;

/** Where a deal shows; null where it shows to nobody. */
export const shownPath = ({ thread_id: threadId, title, status }: Pick<Row, 'thread_id' | 'title' | 'status'>): string | null =>
  status === 'scheduled' ? null : dealPath({ threadId, title });
