import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { setJudgingDay } from './judge-prices.server.ts';
import { offSite, statusAt } from './status.server.ts';

/** Columns of a deal that its record decides. */
export const DEAL_COLUMNS = [
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

/** What a price is compared with. New deals are judged before they are inserted, others by triggers (migrations 0036 and 0046). */
export const JUDGED_COLUMNS = ['prior_cents', 'prices_until', 'low_cents', 'at_lowest'];

/** The fields of a record of a deal, as columns. */
export const RECORD_COLUMNS = sql`title text, description text, kind text, image_url text, store text, brand text, category text, forum text,
  collections text[], url text, price_cents int, price_terms jsonb, list_price_cents int, list_price_seen date, currency text, coupon_code text,
  shipping_cents int, free_shipping_from_cents int, ships_to text[], members_only text, condition text, checked_at timestamptz,
  variants text[], posted_at timestamptz, updated_at timestamptz, starts_at timestamptz, expires_at timestamptz,
  expired boolean, poster text, poster_source text, votes_up int, votes_down int, rank double precision, prices jsonb, thread_id bigint, post_id bigint, off_site boolean`;

/** Whether a deal is off the site, or a new one was on the site that it comes from. The record of an existing deal does not decide it. */
const STAYS_OFF = sql`(${offSite('old')} or (old.thread_id is null and coalesce(s.off_site, false)))`;

/** Makes the table that `upsertDeals` works with; it lives as long as the transaction. */
export async function prepareDeals(db: Db): Promise<void> {
  await sql`create temporary table wanted_deals on commit drop as
    select 0 as ord, source, source_id, ${sql.join(DEAL_COLUMNS.map((name) => sql.ref(name)))}, votes_up, votes_down, rank,
      ${sql.join(JUDGED_COLUMNS.map((name) => sql.ref(name)))}, false as dated, null::int[] as collection_ids, null::jsonb as prices, null::bigint as thread_id, null::bigint as post_id,
      false as is_known
    from deals limit 0`.execute(db);
}

/**
 * Fills `wanted_deals` with the values that deals will get: references resolved, defaults applied. When a deal is shown is not changed for
 * deals that a moderator took off the site.
 * @param records a table to select from
 * @returns whether none of the deals exists yet, as with a new source: looking up existing values can be skipped then
 */
export async function resolveDeals(db: Db, records: RawBuilder<unknown>, now: Date): Promise<boolean> {
  await setJudgingDay(db, now);
  await sql`truncate wanted_deals`.execute(db);
  await sql`insert into wanted_deals
    select s.ord, s.source, s.source_id, s.title, coalesce(s.description, ''), s.kind, s.image_url, stores.id, brands.id,
      categories.id, forums.id, s.url, s.price_cents, s.price_terms, s.list_price_cents, s.list_price_seen, s.currency,
      s.coupon_code, s.shipping_cents, s.free_shipping_from_cents, coalesce(s.ships_to, '{}'), s.members_only, s.condition, s.checked_at,
      coalesce(s.variants, '{}'), coalesce(s.posted_at, old.posted_at, ${now}::timestamptz),
      coalesce(s.updated_at, old.updated_at, s.posted_at, ${now}::timestamptz),
      case when ${STAYS_OFF} then null else s.starts_at end,
      case when ${offSite('old')} then old.expires_at else s.expires_at end,
      case when ${STAYS_OFF} then 'scheduled' else ${statusAt(now)} end,
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
  const { some } = await oneRow(db, sql<{ some: boolean }>`select exists (select from wanted_deals where is_known) as some`);
  return !some;
}
