import { type Kysely, sql } from 'kysely';

/** Offers are found by words as deals are (migration 0008). */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** What shoppers type when they look for a kind of offer. */
const CALLED = { coupon: 'coupon code voucher promo', cashback: 'cashback cash back rebate' };

const STATEMENTS = [
  // A: title and maker, B: code, saving and kind, D: description and terms; and the store and state as in the index of deals.
  `create function offer_search_vector(title text, maker text, code text, percent real, amount int, type text, description text, terms text,
      status text, store int) returns tsvector immutable parallel safe language sql as $$
    select setweight(to_tsvector('search', search_fold(concat_ws(' ', title, maker))), 'A')
      || setweight(to_tsvector('search', search_fold(concat_ws(' ', code, percent || '% off', amount / 100 || ' off',
          case type when 'coupon' then '${CALLED.coupon}' else '${CALLED.cashback}' end))), 'B')
      || setweight(to_tsvector('search', search_plain(left(concat_ws(' ', description, terms), 400))), 'D')
      || (concat_ws(' ', '''s:' || store || ''':1B', case when code is not null then '''is:coupon'':1B' end, '''is:' || status || ''':1B'))::tsvector $$`,
  `alter table offers add column search tsvector generated always as (offer_search_vector(title, maker, code, percent, amount_cents, offer_type,
    description, terms, status, store_id)) stored`,
  `create index offers_search on offers using gin (search) with (gin_pending_list_limit = 256)`,
];
