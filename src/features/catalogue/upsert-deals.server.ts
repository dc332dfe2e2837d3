import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { hotRank } from '../../lib/hot-rank.ts';
import { judgeAsOf } from './judge-prices.server.ts';
import { keepEdited, type KeptFields } from './keep-edited.server.ts';
import { hasJustExpired, statusAt } from './status.server.ts';
import type { Range } from '../../server/db/staging.ts';
import { keepNumbers, NEXT_NUMBER } from './kept-numbers.server.ts';
import { notePictures } from '../pictures/note-pictures.server.ts';
import { analyzeGrown } from '../../server/db/tidy.ts';
import { stagedRows, upsert, type Target } from '../../server/db/upsert.ts';

export interface SavedDeals {
  added: number[];
  /** All that changed, those that expired among them. */
  changed: number[];
  expired: number;
  /** How many of their pictures nobody has named before. */
  newPictures: number;
  /** Fields that editors changed and that the records would change back. */
  kept: KeptFields[];
  /** How many new deals got another address than their records asked for, because that one was taken. */
  readdressed: number;
}

const COLUMNS = [
  'title',
  'description',
  'kind',
  'image_url',
  'store_id',
  'brand_id',
  'category_id',
  'forum_id',
  'url',
  'price_cents',
  'price_terms',
  'list_price_cents',
  'list_price_seen',
  'currency',
  'coupon_code',
  'shipping_cents',
  'free_shipping_from_cents',
  'ships_to',
  'members_only',
  'condition',
  'checked_at',
  'variants',
  'posted_at',
  'updated_at',
  'starts_at',
  'expires_at',
  'status',
  'posted_by',
];

/** What a price is compared with: of a new deal it is judged before it is inserted, of others triggers judge it (migrations 0036 and 0046). */
const JUDGED = ['prior_cents', 'prices_until', 'low_cents', 'at_lowest'];

const DEALS: Target = {
  table: 'deals',
  id: 'thread_id',
  key: ['source', 'source_id'],
  columns: COLUMNS,
  first: ['votes_up', 'votes_down', 'rank', 'thread_id', 'post_id', ...JUDGED],
  defaults: { thread_id: NEXT_NUMBER, post_id: NEXT_NUMBER },
  returning: { added: sql`false as expired`, changed: sql`${hasJustExpired} as expired` },
};

const SHAPE = sql`title text, description text, kind text, image_url text, store text, brand text, category text, forum text,
  collections text[], url text, price_cents int, price_terms jsonb, list_price_cents int, list_price_seen date, currency text, coupon_code text,
  shipping_cents int, free_shipping_from_cents int, ships_to text[], members_only text, condition text, checked_at timestamptz,
  variants text[], posted_at timestamptz, updated_at timestamptz, starts_at timestamptz, expires_at timestamptz,
  expired boolean, poster text, poster_source text, votes_up int, votes_down int, rank double precision, prices jsonb, thread_id bigint, post_id bigint`;

/**
 * Saves staged deals with their collections and observed prices. A deal that changes is dated `now` unless its record
 * gives `updatedAt`; one that does not change keeps everything, also its `changed_at`, and fields that editors changed stay. `prepareDeals` comes before it.
 */
export async function upsertDeals(db: Db, range: Range, now: Date): Promise<SavedDeals> {
  const isNew = await resolveDeals(db, stagedRows('deal', range, SHAPE), now);
  const kept = isNew ? [] : await keepEdited(db);
  return { ...(await saveWanted(db, now, isNew)), kept };
}

/** What became of one deal. */
export type Saved = 'added' | 'changed' | 'unchanged';

/**
 * Saves one deal, as `upsertDeals` saves many, in a transaction.
 * @param data as `stagedData` gives it
 */
export async function upsertDeal(
  transaction: Db,
  { source, sourceId, data }: { source: string; sourceId: string; data: object },
  now: Date,
): Promise<{ threadId: number; saved: Saved; newPictures: number }> {
  await prepareDeals(transaction);
  const row = sql`(select 0 as ord, ${source}::text as source, ${sourceId}::text as source_id, r.*
    from jsonb_to_record(${JSON.stringify(data)}::jsonb) as r(${SHAPE}))`;
  const isNew = await resolveDeals(transaction, row, now);
  const { added, changed, newPictures } = await saveWanted(transaction, now, isNew);
  const { thread_id: threadId } = await transaction
    .selectFrom('deals')
    .select('thread_id')
    .where('source', '=', source)
    .where('source_id', '=', sourceId)
    .executeTakeFirstOrThrow();
  return { threadId, saved: added.length > 0 ? 'added' : changed.length > 0 ? 'changed' : 'unchanged', newPictures };
}

/** Saves what `wanted_deals` has. @param isNew whether none of the deals exists yet */
async function saveWanted(db: Db, now: Date, isNew: boolean): Promise<Omit<SavedDeals, 'kept'>> {
  const onChange = {
    updated_at: sql`case when wanted.dated then wanted.updated_at else ${now}::timestamptz end`,
    changed_at: sql`now()`,
  };
  const readdressed = await keepNumbers(db);
  const { added, changed } = await upsert<{ expired: boolean }>(db, { ...DEALS, onChange, isNew }, sql`select * from wanted_deals`);
  const newPictures = await notePictures(db, sql`select image_url from wanted_deals`);
  const linked = [...(await fileUnderCollections(db, isNew)), ...(await recordPrices(db, isNew))];

  const known = new Set([...added, ...changed].map(({ id }) => id));
  const relinked = [...new Set(linked)].filter((id) => !known.has(id));
  await markChanged(db, relinked, now);
  const edited = changed.map(({ id }) => id);
  await rankAgain(db, edited);
  return {
    added: added.map(({ id }) => id),
    changed: [...edited, ...relinked],
    expired: changed.filter(({ expired }) => expired).length,
    newPictures,
    readdressed,
  };
}

/** Makes the table that `upsertDeals` works with; it lives as long as the transaction. */
export async function prepareDeals(db: Db): Promise<void> {
  await sql`create temporary table wanted_deals on commit drop as
    select 0 as ord, source, source_id, ${sql.join(COLUMNS.map((name) => sql.ref(name)))}, votes_up, votes_down, rank,
      ${sql.join(JUDGED.map((name) => sql.ref(name)))}, false as dated, null::int[] as collection_ids, null::jsonb as prices, null::bigint as thread_id, null::bigint as post_id,
      false as is_known
    from deals limit 0`.execute(db);
}

/**
 * Fills `wanted_deals` with what deals are to become: references found, defaults decided.
 * @param records a table to select from
 * @returns whether none of the deals is there yet, as all of a new source's: nothing is looked for then that only they could have
 */
async function resolveDeals(db: Db, records: RawBuilder<unknown>, now: Date): Promise<boolean> {
  await judgeAsOf(db, now);
  await sql`truncate wanted_deals`.execute(db);
  await sql`insert into wanted_deals
    select s.ord, s.source, s.source_id, s.title, coalesce(s.description, ''), s.kind, s.image_url, stores.id, brands.id,
      categories.id, forums.id, s.url, s.price_cents, s.price_terms, s.list_price_cents, s.list_price_seen, s.currency,
      s.coupon_code, s.shipping_cents, s.free_shipping_from_cents, coalesce(s.ships_to, '{}'), s.members_only, s.condition, s.checked_at,
      coalesce(s.variants, '{}'), coalesce(s.posted_at, old.posted_at, ${now}::timestamptz),
      coalesce(s.updated_at, old.updated_at, s.posted_at, ${now}::timestamptz), s.starts_at, s.expires_at, ${statusAt(now)},
      members.user_id, s.votes_up, s.votes_down, s.rank,
      judged.prior_cents, judged.prices_until, judged.low_cents, coalesce(judged.at_lowest, false), s.updated_at is not null,
      array(select id from collections where slug = any(s.collections)), s.prices, s.thread_id, s.post_id, old.thread_id is not null
    from ${records} as s
    left join deals as old on old.source = s.source and old.source_id = s.source_id
    left join stores on stores.slug = s.store
    left join brands on brands.slug = s.brand
    left join categories on categories.slug = s.category
    left join forums on forums.slug = s.forum
    left join members on members.source = s.poster_source and members.source_id = s.poster
    left join lateral (
      select judged.* from (
        select array_agg(price."on") as days, array_agg(price.cents) as cents from jsonb_to_recordset(s.prices) as price("on" date, cents int)
      ) as seen cross join lateral judge_price(s.price_cents, (coalesce(s.posted_at, ${now}::timestamptz) at time zone 'UTC')::date, days, cents) as judged
      where s.price_cents > 0 and s.price_terms is null and old.thread_id is null) as judged on true`.execute(db);
  await sql`analyze wanted_deals`.execute(db);
  const { rows } = await sql<{ some: boolean }>`select exists (select from wanted_deals where is_known) as some`.execute(db);
  return rows[0]?.some !== true;
}

/** @returns the threads that were put into a collection or taken out of one */
async function fileUnderCollections(db: Db, isNew: boolean): Promise<number[]> {
  const removed = isNew
    ? { rows: [] }
    : await sql<{ id: number }>`
    delete from deal_collections as filed using wanted_deals as w join deals as d using (source, source_id)
    where filed.thread_id = d.thread_id and filed.collection_id <> all(w.collection_ids)
    returning filed.thread_id as id`.execute(db);
  const filed = await sql<{ id: number }>`
    insert into deal_collections (thread_id, collection_id)
    select d.thread_id, collection_id
    from wanted_deals as w join deals as d using (source, source_id) cross join unnest(w.collection_ids) as collection_id
    on conflict do nothing
    returning thread_id as id`.execute(db);
  return [...removed.rows, ...filed.rows].map(({ id }) => id);
}

/** @returns the threads whose observed prices changed */
async function recordPrices(db: Db, isNew: boolean): Promise<number[]> {
  const removed = isNew
    ? { rows: [] }
    : await sql<{ id: number }>`
    delete from price_observations as seen using wanted_deals as w join deals as d using (source, source_id)
    where seen.thread_id = d.thread_id and not exists (
      select from jsonb_to_recordset(w.prices) as price("on" date) where price."on" = seen.observed_on)
    returning seen.thread_id as id`.execute(db);
  const observed = await sql<{ id: number }>`
    insert into price_observations as seen (thread_id, observed_on, cents)
    select d.thread_id, price."on", price.cents
    from wanted_deals as w join deals as d using (source, source_id)
    cross join lateral jsonb_to_recordset(w.prices) as price("on" date, cents int)
    on conflict (thread_id, observed_on) do update set cents = excluded.cents where seen.cents <> excluded.cents
    returning thread_id as id`.execute(db);
  await analyzeGrown(db, 'price_observations', observed.rows.length);
  return [...removed.rows, ...observed.rows].map(({ id }) => id);
}

async function markChanged(db: Db, threads: number[], now: Date): Promise<void> {
  if (threads.length === 0) return;
  await sql`update deals as d set changed_at = now(), modified_at = greatest(d.modified_at, ${now}::timestamptz),
      updated_at = case when w.dated then d.updated_at else ${now}::timestamptz end
    from wanted_deals as w where w.source = d.source and w.source_id = d.source_id and d.thread_id = any(${threads})`.execute(db);
}

/** Hot order follows the posting time, which an import may correct; the votes are the members'. */
export async function rankAgain(db: Db, threads: number[]): Promise<void> {
  if (threads.length === 0) return;
  const deals = await db
    .selectFrom('deals')
    .select(['thread_id', 'votes_up', 'votes_down', 'posted_at', 'rank'])
    .where('thread_id', '=', sql<number>`any(${threads}::bigint[])`)
    .execute();
  const moved = deals
    .map((deal) => ({ ...deal, wanted: hotRank({ up: deal.votes_up, down: deal.votes_down }, deal.posted_at) }))
    .filter(({ rank, wanted }) => rank !== wanted);
  if (moved.length === 0) return;
  await sql`update deals set rank = moved.rank
    from unnest(${moved.map((deal) => deal.thread_id)}::bigint[], ${moved.map((deal) => deal.wanted)}::double precision[])
      as moved(thread_id, rank)
    where deals.thread_id = moved.thread_id`.execute(db);
}
