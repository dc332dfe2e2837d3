import { type Kysely, sql } from 'kysely';

/**
 * What a price is compared with, as in migration 0036, as a function of its own: an import judges the prices of new deals before it inserts
 * them, which spares writing each a second time with all its indexes (docs/decisions/077-prices-judged-before-insert.md). No row changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Checks of a deal that say something: not of a day to come, and neither a tenth of its price nor ten times as much, which is a slip.
  `create function judge_price(price int, posted date, days date[], cents_of_days int[])
    returns table (prior_cents int, prices_until date, low_cents int, at_lowest boolean) language sql stable as $$
    with checks as (
      select observed_on, cents from unnest(days, cents_of_days) as seen (observed_on, cents)
      where observed_on <= catalogue_today() + 1 and cents * 10::bigint >= price and cents <= price * 10::bigint)
    select case when checked_on >= catalogue_today() - 90 then prior end,
      case when checked_on >= catalogue_today() - 90 then checked_on + 90 end,
      case when lowest < price then lowest end,
      lowest >= price and higher > 1 and began - first >= 30 and prior > price
    from (
      select max(observed_on) filter (where cents <> price) as last_other, min(observed_on) as first, min(cents) as lowest,
        count(distinct cents) filter (where cents > price) as higher
      from checks) as seen
    cross join lateral (
      select coalesce(min(observed_on), greatest(posted, last_other)) as began from checks where observed_on > last_other) as present
    cross join lateral (
      select max(observed_on) as checked_on from checks where observed_on <= least(last_other, began - 30)) as earlier
    cross join lateral (
      select min(cents) as prior from checks where observed_on <= last_other and observed_on >= coalesce(checked_on, '-infinity')) as before
    where last_other is not null $$`,
  `create or replace function judge_prices(threads bigint[]) returns void language sql set enable_seqscan to off as $$
    with wanted as materialized (select distinct unnest(threads) as thread_id),
    priced as materialized (
      select d.thread_id, d.price_cents as price, (d.posted_at at time zone 'UTC')::date as posted
      from wanted join deals d using (thread_id) where d.price_cents > 0 and d.price_terms is null),
    judged as materialized (
      select thread_id, j.*
      from priced
      cross join lateral (
        select array_agg(observed_on) as days, array_agg(cents) as cents_of_days from price_observations p
        where p.thread_id = priced.thread_id) as observed
      cross join lateral judge_price(price, posted, days, cents_of_days) as j)
    update deals d set prior_cents = j.prior_cents, prices_until = j.prices_until, low_cents = j.low_cents,
      at_lowest = coalesce(j.at_lowest, false)
    from wanted left join judged j using (thread_id)
    where d.thread_id = wanted.thread_id and (d.prior_cents, d.prices_until, d.low_cents, d.at_lowest)
      is distinct from (j.prior_cents, j.prices_until, j.low_cents, coalesce(j.at_lowest, false)) $$`,
];
