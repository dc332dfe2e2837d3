import { type Kysely, sql } from 'kysely';

/** Offers are found by words as deals are (migration 0008), and members say whether a coupon worked. */
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

  // One answer of a member on a code of a deal or an offer. One that no longer counts as recent is marked, so that pages are made anew.
  `create table coupon_results (
    id bigint primary key generated always as identity,
    user_id int not null references members on delete cascade,
    thread_id bigint references deals on delete cascade, offer_id int references offers on delete cascade,
    code text not null, worked boolean not null, answered_at timestamptz not null, counts boolean not null,
    age text not null default 'week' check (age in ('week', 'month', 'old')),
    check (num_nonnulls(thread_id, offer_id) = 1),
    unique nulls not distinct (user_id, thread_id, offer_id, code))`,
  `create index coupon_results_deal on coupon_results (thread_id, answered_at desc) where thread_id is not null`,
  `create index coupon_results_offer on coupon_results (offer_id, answered_at desc) where offer_id is not null`,
  `create index coupon_results_age on coupon_results (age, answered_at) where age <> 'old'`,
  // A deal's page alone shows them; an offer's is noted as changed by nothing that lists read.
  `create function note_coupon_results() returns trigger language plpgsql as $$
  declare row coupon_results := coalesce(new, old);
  begin
    if row.thread_id is not null then insert into changes (subject, id) values ('comments', row.thread_id);
    else insert into changes (subject, id, before, after)
      select 'offer', o.id, offer_facts(o), offer_facts(o) from offers as o where o.id = row.offer_id;
    end if;
    return null;
  end $$`,
  `create trigger note_coupon_results after insert or update or delete on coupon_results for each row execute function note_coupon_results()`,
];
