import { type Kysely, sql } from 'kysely';

/**
 * What a deal costs at the door (docs/decisions/068-price-at-the-door.md): delivery, the membership it needs, where it is delivered to, and
 * what state the thing is in. `total_cents` is the price with delivery, which sorting, price filters and the search go by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const ADDED = ['shipping_cents', 'free_shipping_from_cents', 'ships_to', 'members_only', 'condition', 'checked_at'];

/** As in migration 0027, and what is added here. */
const SEEN = [
  'title',
  'description',
  'kind',
  'image_url',
  'store_id',
  'brand_id',
  'category_id',
  'url',
  'price_cents',
  'price_terms',
  'list_price_cents',
  'list_price_seen',
  'currency',
  'coupon_code',
  'variants',
  'posted_at',
  'updated_at',
  'starts_at',
  'expires_at',
  'status',
  'posted_by',
  ...ADDED,
];
/** As in migration 0033, and what is added here. */
const TRACKED = [...SEEN, 'forum_id'];

const of = (row: string, columns: string[]) => `(${columns.map((column) => `${row}.${column}`).join(', ')})`;
const fieldsOf = (row: string) => `jsonb_build_object(${TRACKED.map((column) => `'${column}', ${row}.${column}`).join(', ')})`;
const CURRENT = `current_setting('catalogue.import', true)`;

/** The largest amount, less the one that finding its step in the search adds. */
const DEAREST = 2_147_483_646;

/** The price with delivery. Several for an amount are compared by one of them, which nobody has delivered alone. */
const TOTAL = `deal_total(price_cents, price_terms, shipping_cents, free_shipping_from_cents)`;

/** As in migration 0027. */
const TOLD_PERCENT = `case when price_terms->>'kind' = 'percent' and not price_terms ? 'upTo' then (price_terms->>'percent')::int end`;

const STATEMENTS = [
  `create function deal_total(price int, terms jsonb, shipping int, free_from int) returns int immutable parallel safe language sql as $$
    select case when price is not null then least(${DEAREST}, price::bigint
      + case when price >= free_from or terms->>'kind' = 'multi' then 0 else coalesce(shipping, 0) end)::int end $$`,
  // As in migration 0027; steps of prices are of the total, and percentages of the price.
  `create function search_vector(title text, variants text[], description text, price int, total int, prior int, price_terms jsonb, coupon text,
      status text, store int, brand int, category int, forum int) returns tsvector immutable parallel safe language sql as $$
    select setweight(to_tsvector('search', search_fold(title)), 'A')
      || setweight(to_tsvector('search', search_fold(array_to_string(variants, ' '))), 'B')
      || setweight(to_tsvector('search', search_plain(left(description, 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', '''b:' || brand || ''':1B', '''c:' || category || ''':1B', '''f:' || forum || ''':1B',
          '''p:' || search_price_step(total) || ''':1B',
          '''o:' || case when price_terms is not null then (${TOLD_PERCENT}) / 5
            when prior > price then floor(20.0 * (prior - price) / prior) end || ''':1B',
          case when coupon is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector $$`,
  `alter table deals drop column search`,
  // One statement, so that the table is written anew once.
  `alter table deals
    add column shipping_cents int check (shipping_cents >= 0),
    add column free_shipping_from_cents int check (free_shipping_from_cents >= 0),
    add column ships_to text[] not null default '{}',
    add column members_only text,
    add column condition text check (condition in ('new', 'open-box', 'refurbished', 'used')),
    add column checked_at timestamptz,
    add column total_cents int generated always as (${TOTAL}) stored,
    add column search tsvector generated always as (search_vector(title, variants, description, price_cents, ${TOTAL}, prior_cents, price_terms,
      coupon_code, status, store_id, brand_id, category_id, forum_id)) stored`,
  `drop function search_vector(text, text[], text, int, int, jsonb, text, text, int, int, int, int)`,
  `create index deals_search on deals using gin (search) with (gin_pending_list_limit = 256)`,
  `drop index deals_order_2`,
  `create index deals_order_2 on deals (expired_last, total_cents, thread_id desc) where status <> 'scheduled'`,

  // As in migration 0002, with the total: collections of deals up to an amount hold them by it.
  `create or replace function deal_facts(d deals) returns jsonb language sql stable as $$
    select case when d.thread_id is null then null else jsonb_build_object(
      'status', d.status, 'category', d.category_id, 'store', d.store_id, 'brand', d.brand_id, 'price', d.total_cents,
      'percent', d.percent_off, 'score', d.votes_up - d.votes_down) end $$`,
  `drop trigger modified_update on deals`,
  `create trigger modified_update before update of ${SEEN.join(', ')} on deals
    for each row when (${of('old', SEEN)} is distinct from ${of('new', SEEN)}) execute function date_changed_deals()`,
  `create or replace function track_deals() returns trigger language plpgsql set timezone = 'UTC' set enable_nestloop = off set jit = off as $$ begin
    if tg_op = 'INSERT' then
      insert into import_changes (import_id, subject, id) select ${CURRENT}::int, 'deal', thread_id from new_rows;
    else
      insert into import_changes as noted (import_id, subject, id, fields)
      select ${CURRENT}::int, 'deal', n.thread_id, differing_fields(${fieldsOf('o')}, ${fieldsOf('n')})
      from old_rows as o join new_rows as n using (thread_id)
      where ${of('o', TRACKED)} is distinct from ${of('n', TRACKED)}
      on conflict (import_id, subject, id) do update set fields = joined_fields(noted.fields, excluded.fields)
        where noted.fields is not null;
    end if;
    return null;
  end $$`,
];
