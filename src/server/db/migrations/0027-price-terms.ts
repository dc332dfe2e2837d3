import { type Kysely, sql } from 'kysely';

/**
 * Deals without one price: `price_terms` says what they ask for (src/lib/price-terms.ts), and `price_cents` is null where that is no amount
 * to compare by. Triggers follow a price that comes or goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const KINDS = `('percent', 'range', 'multi', 'bogo', 'off')`;

/** As in migration 0013, and the terms. */
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
];
const seen = (row: string) => `(${SEEN.map((column) => `${row}.${column}`).join(', ')})`;

/** "Up to 50% off" is no promise of 50 % for anybody, and what a range is compared with is not told. */
const TOLD_PERCENT = `case when price_terms->>'kind' = 'percent' and not price_terms ? 'upTo' then (price_terms->>'percent')::int end`;

const STATEMENTS = [
  `create function search_vector(title text, variants text[], description text, price int, list_price int, price_terms jsonb, coupon text,
      status text, store int, brand int, category int, forum int) returns tsvector immutable parallel safe language sql as $$
    select setweight(to_tsvector('search', search_fold(title)), 'A')
      || setweight(to_tsvector('search', search_fold(array_to_string(variants, ' '))), 'B')
      || setweight(to_tsvector('search', search_plain(left(description, 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', '''b:' || brand || ''':1B', '''c:' || category || ''':1B', '''f:' || forum || ''':1B',
          '''p:' || search_price_step(price) || ''':1B',
          '''o:' || case when price_terms is not null then (${TOLD_PERCENT}) / 5
            when list_price > price then floor(20.0 * (list_price - price) / list_price) end || ''':1B',
          case when coupon is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector $$`,
  `alter table deals
    alter column price_cents drop not null,
    add column price_terms jsonb,
    add constraint deals_price check (price_cents is not null or price_terms is not null),
    add constraint deals_price_terms check (price_terms is null or price_terms->>'kind' in ${KINDS}),
    drop column percent_off, drop column search`,
  // One statement, so that the table is written anew once.
  `alter table deals
    add column percent_off int generated always as (case when price_terms is not null then ${TOLD_PERCENT}
      when list_price_cents > price_cents then round(100.0 * (list_price_cents - price_cents) / list_price_cents) end) stored,
    add column search tsvector generated always as (search_vector(title, variants, description, price_cents, list_price_cents, price_terms,
      coupon_code, status, store_id, brand_id, category_id, forum_id)) stored`,
  `drop function search_vector(text, text[], text, int, int, text, text, int, int, int, int)`,
  `create index deals_order_3 on deals (expired_last, percent_off desc nulls last, thread_id desc) where status <> 'scheduled'`,
  `create index deals_search on deals using gin (search) with (gin_pending_list_limit = 256)`,

  `drop trigger modified_update on deals`,
  `create trigger modified_update before update of ${SEEN.join(', ')} on deals
    for each row when (${seen('old')} is distinct from ${seen('new')}) execute function date_changed_deals()`,
  `create or replace function follow_prices() returns trigger language plpgsql as $$ begin
    perform find_lowest_prices(array(
      select thread_id from (
        select thread_id, price_cents, status = 'scheduled' as waits from old_rows
        union all select thread_id, price_cents, status = 'scheduled' from new_rows) as states
      group by thread_id having min(price_cents) <> max(price_cents) or count(price_cents) = 1 or bool_or(waits) <> bool_and(waits)));
    return null;
  end $$`,
  `alter table matched_deals alter column lowest_cents drop not null`,
  `alter table saved_deals alter column known_cents drop not null`,
];
