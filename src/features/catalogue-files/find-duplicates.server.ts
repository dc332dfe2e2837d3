import { type RawBuilder, sql } from 'kysely';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Db } from '../../server/db/database.ts';
import { RecentDeals, type PostedDeal } from './matching/recent-deals.ts';
import { readDeal } from './matching/same-deal.ts';
import {
  comparedOf,
  namedOf,
  POSTED_COLUMNS,
  type Duplicate,
  type DuplicateDeal,
  type Place,
  type PostedRow,
} from './posted-row.server.ts';

type Row = PostedRow & Partial<Place>;

interface ComparedDeal extends PostedDeal {
  named: DuplicateDeal;
}

/** Enough to keep this thread busy while the database saves deals, before it can return the next rows. */
const ROWS_AT_ONCE = 2_000;

/**
 * After comparing for so long, the event loop runs other work first, such as pages, which make several queries. The time is shorter while
 * deals are saved, because the next statement waits for this thread, too.
 */
const LONGEST_TURN_MS = { imported_deals: 10, compared: 2 };

/**
 * Finds deals that look like another of the same store that was posted within 7 days, each with the first that it looks like: what was
 * there before comes first, then what is first in the files. The database returns them by store and time, from an index; which pairs
 * are compared is decided as they pass, so that the time is linear in their number.
 * @param within `imported_deals`, a table of deals by `thread_id`, with `seq`, `file` and `line`: one of each two is in it; `compared`, a table of
 *   what is compared (`compareStaged`); null for all deals
 * @param onCompared called with some deals after the other; an error thrown in it ends the comparing
 */
export async function findDuplicates(
  transaction: Db,
  within: 'imported_deals' | 'compared' | null,
  onCompared: (deals: DuplicateDeal[]) => void | Promise<void> = () => undefined,
): Promise<Duplicate[]> {
  const found = new Map<number, Duplicate>();
  const recent = new RecentDeals<ComparedDeal>((one, other) => within === null || one.named.seq !== null || other.named.seq !== null);
  const longestTurn = LONGEST_TURN_MS[within ?? 'imported_deals'];
  let began = performance.now();
  for await (const rows of fetchPosted(transaction, within === 'compared' ? STAGED : postedDeals(within === 'imported_deals'))) {
    const deals: DuplicateDeal[] = [];
    for (const row of rows) {
      const deal = dealOf(row);
      const { named } = deal;
      deals.push(named);
      for (const { other, matchedBy } of recent.add(deal)) {
        const [into, later] = place(other.named) < place(named) ? [other.named, named] : [named, other.named];
        const known = found.get(later.threadId);
        if (!known || place(into) < place(known.into)) found.set(later.threadId, { deal: later, into, matchedBy });
      }
      if (performance.now() - began < longestTurn) continue;
      await yieldToEventLoop();
      began = performance.now();
    }
    await onCompared(deals);
  }
  return [...found.values()].toSorted((a, b) => place(a.deal) - place(b.deal));
}

/** Deals that were there before come before those of an import, in the order of their threads. */
const place = ({ seq, threadId }: DuplicateDeal) => (seq === null ? threadId - Number.MAX_SAFE_INTEGER : seq);

/** @param onlyNear only those that were posted near one of `imported_deals` */
function postedDeals(onlyNear: boolean): RawBuilder<Row> {
  const order = sql`d.store_id, d.posted_at, d.thread_id`;
  if (!onlyNear)
    return sql`
      select ${POSTED_COLUMNS}
      from deals as d join stores on stores.id = d.store_id order by ${order}`;
  return sql`
    with around as materialized (
      select d.store_id, min(d.posted_at) - interval '7 days' as since, max(d.posted_at) + interval '7 days' as until
      from imported_deals join deals as d using (thread_id) group by d.store_id)
    select ${POSTED_COLUMNS}, imported_deals.seq, imported_deals.file, imported_deals.line
    from around
    join deals as d on d.store_id = around.store_id and d.posted_at between around.since and around.until
    join stores on stores.id = d.store_id
    left join imported_deals on imported_deals.thread_id = d.thread_id
    order by ${order}`;
}

/** The deals named by `compared`: existing ones, and staged ones as they will be saved. */
const STAGED = sql<Row>`
  select c.thread_id, c.store_id, stores.name as store, coalesce(d.source, line.source) as source,
    coalesce(d.source_id, line.source_id) as source_id, coalesce(d.title, s.title) as title, coalesce(d.url, s.url) as url,
    case when c.ord is null then d.price_cents else s.price_cents end as price_cents,
    case when c.ord is null then d.price_terms else s.price_terms end as price_terms, coalesce(d.currency, s.currency) as currency,
    case when c.ord is null then d.coupon_code else s.coupon_code end as coupon_code,
    coalesce(d.status, case when c.is_expired then 'expired' else 'live' end) as status, c.posted_at, line.seq, line.file, line.line
  from compared as c
  join stores on stores.id = c.store_id
  left join deals as d on d.thread_id = c.thread_id
  left join staged as line on line.type = 'deal' and line.ord = c.ord
  left join lateral jsonb_to_record(line.data) as s(
    title text, url text, price_cents int, price_terms jsonb, currency text, coupon_code text) on true
  order by c.store_id, c.posted_at, c.ord nulls first, c.thread_id`;

async function* fetchPosted(transaction: Db, posted: RawBuilder<Row>): AsyncGenerator<Row[]> {
  await sql`declare posted_deals no scroll cursor for ${posted}`.execute(transaction);
  const fetch = () => sql<Row>`fetch ${sql.lit(ROWS_AT_ONCE)} from posted_deals`.execute(transaction);
  // The database reads the next ones while these are compared.
  for (let next = fetch(); ;) {
    const { rows } = await next;
    const isLast = rows.length < ROWS_AT_ONCE;
    if (!isLast) (next = fetch()).catch(() => undefined);
    if (rows.length > 0) yield rows;
    if (isLast) break;
  }
  await sql`close posted_deals`.execute(transaction);
}

const dealOf = (row: Row): ComparedDeal => ({
  ...readDeal(comparedOf(row), row.store),
  threadId: row.thread_id,
  postedAt: row.posted_at,
  storeId: row.store_id,
  named: namedOf(row),
});
