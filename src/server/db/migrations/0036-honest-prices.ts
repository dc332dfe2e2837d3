import { type Kysely, sql } from 'kysely';

/**
 * What a price is compared with comes from the checks of it (docs/decisions/065-honest-prices.md): `prior_cents` is the lowest price of the 30
 * days before the present one, known only by checks of the last 90 days; `percent_off` and the search follow it, in place of the price
 * that a poster compares with. `at_lowest` takes the place of the table `lowest_prices`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

/** As in migration 0027. */
const TOLD_PERCENT = `case when price_terms->>'kind' = 'percent' and not price_terms ? 'upTo' then (price_terms->>'percent')::int end`;

/** Checks of a deal that say something: not of a day to come, and neither a tenth of its price nor ten times as much, which is a slip. */
const CHECKS = `price_observations p where p.thread_id = priced.thread_id and p.observed_on <= catalogue_today() + 1
  and p.cents * 10::bigint >= price and p.cents <= price * 10::bigint`;

const STATEMENTS = [
  ...['insert', 'update', 'delete'].map((operation) => `drop trigger lowest_${operation} on price_observations`),
  `drop trigger lowest_prices on deals`,
  ...['follow_observations()', 'follow_prices()', 'find_lowest_prices(bigint[])'].map((name) => `drop function ${name}`),
  `drop table lowest_prices`,

  `alter table deals drop column percent_off, drop column search`,
  // One statement, so that the table is written anew once.
  `alter table deals
    add column prior_cents int,
    add column low_cents int,
    add column at_lowest boolean not null default false,
    add column prices_until date,
    add column percent_off int generated always as (case when price_terms is not null then ${TOLD_PERCENT}
      when prior_cents > price_cents then nullif(round(100.0 * (prior_cents - price_cents) / prior_cents), 0) end) stored,
    add column search tsvector generated always as (search_vector(title, variants, description, price_cents, prior_cents, price_terms,
      coupon_code, status, store_id, brand_id, category_id, forum_id)) stored`,
  `create index deals_order_3 on deals (expired_last, percent_off desc nulls last, thread_id desc) where status <> 'scheduled'`,
  `create index deals_search on deals using gin (search) with (gin_pending_list_limit = 256)`,
  `create index deals_lowest on deals (expired_last, rank desc, thread_id desc) where at_lowest and status <> 'scheduled'`,
  `create index deals_prices_until on deals (prices_until) where prices_until is not null`,

  // Whoever saves or judges by a clock of its own names its day for the transaction.
  `create function catalogue_today() returns date stable language sql as $$
    select coalesce(nullif(current_setting('catalogue.today', true), '')::date, (now() at time zone 'UTC')::date) $$`,
  // A price holds until another one is seen. The present one holds since it was first seen after any other, or else since the deal was posted.
  `create function judge_prices(threads bigint[]) returns void language sql set enable_seqscan to off as $$
    with wanted as materialized (select distinct unnest(threads) as thread_id),
    priced as materialized (
      select d.thread_id, d.price_cents as price, (d.posted_at at time zone 'UTC')::date as posted
      from wanted join deals d using (thread_id) where d.price_cents > 0 and d.price_terms is null),
    judged as materialized (
      select thread_id,
        case when checked_on >= catalogue_today() - 90 then prior end as prior_cents,
        case when checked_on >= catalogue_today() - 90 then checked_on + 90 end as prices_until,
        case when lowest < price then lowest end as low_cents,
        lowest >= price and higher > 1 and began - first >= 30 and prior > price as at_lowest
      from priced
      cross join lateral (
        select max(observed_on) filter (where cents <> price) as last_other, min(observed_on) as first, min(cents) as lowest,
          count(distinct cents) filter (where cents > price) as higher
        from ${CHECKS}) as seen
      cross join lateral (
        select coalesce(min(observed_on), greatest(posted, last_other)) as began from ${CHECKS} and observed_on > last_other) as present
      cross join lateral (
        select max(observed_on) as checked_on from ${CHECKS} and observed_on <= least(last_other, began - 30)) as earlier
      cross join lateral (
        select min(cents) as prior from ${CHECKS} and observed_on <= last_other and observed_on >= coalesce(checked_on, '-infinity')) as before
      where last_other is not null)
    update deals d set prior_cents = j.prior_cents, prices_until = j.prices_until, low_cents = j.low_cents,
      at_lowest = coalesce(j.at_lowest, false)
    from wanted left join judged j using (thread_id)
    where d.thread_id = wanted.thread_id and (d.prior_cents, d.prices_until, d.low_cents, d.at_lowest)
      is distinct from (j.prior_cents, j.prices_until, j.low_cents, coalesce(j.at_lowest, false)) $$`,
  `create function judge_observed() returns trigger language plpgsql as $$ begin
    if tg_op <> 'INSERT' then perform judge_prices(array(select distinct thread_id from old_rows)); end if;
    if tg_op <> 'DELETE' then perform judge_prices(array(select distinct thread_id from new_rows)); end if;
    return null;
  end $$`,
  `create trigger judge_insert after insert on price_observations referencing new table as new_rows
    for each statement execute function judge_observed()`,
  `create trigger judge_update after update on price_observations referencing old table as old_rows new table as new_rows
    for each statement execute function judge_observed()`,
  `create trigger judge_delete after delete on price_observations referencing old table as old_rows
    for each statement execute function judge_observed()`,
  // Without a join, as in migration 0013.
  `create function judge_priced() returns trigger language plpgsql as $$
  declare
    threads bigint[] := array(
      select thread_id from (
        select thread_id, price_cents, price_terms is null as plain, posted_at from old_rows
        union all select thread_id, price_cents, price_terms is null, posted_at from new_rows) as states
      group by thread_id having min(price_cents) <> max(price_cents) or count(price_cents) = 1 or bool_or(plain) <> bool_and(plain)
        or min(posted_at) <> max(posted_at));
  begin
    if cardinality(threads) > 0 then perform judge_prices(threads); end if;
    return null;
  end $$`,
  `create trigger judge_prices after update on deals referencing old table as old_rows new table as new_rows
    for each statement execute function judge_priced()`,

  // As in migration 0004, without the lowest prices.
  `create or replace function recount_deals() returns void language plpgsql as $$ begin
    delete from deal_tallies;
    insert into deal_tallies select tallied.kind, count(*) from deals as d cross join unnest(tallied_as(d)) as tallied (kind) group by tallied.kind;
  end $$`,

  // Nobody is told of a price that is only judged another way.
  `alter table deals disable trigger user`,
  `select judge_prices(array(select distinct thread_id from price_observations))`,
  `alter table deals enable trigger user`,
];
