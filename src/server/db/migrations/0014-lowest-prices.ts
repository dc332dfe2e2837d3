import { sql, type Kysely } from 'kysely';

/**
 * Deals at their lowest price are found by looking each one's observations up. Within an import the planner does not know yet how
 * many rows there are, and would go through all of them for each deal.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create or replace function find_lowest_prices(threads bigint[]) returns void language sql set enable_seqscan to off as $$
        with wanted as materialized (select distinct unnest(threads) as thread_id),
        found as materialized (
          select thread_id from wanted join deals d using (thread_id)
          cross join lateral (
            select count(*) as times, min(cents) as lowest, max(cents) as highest
            from price_observations p where p.thread_id = wanted.thread_id) as observed
          where d.status <> 'scheduled' and times > 2 and lowest >= d.price_cents and highest > d.price_cents),
        gone as (
          delete from lowest_prices l using wanted
          where l.thread_id = wanted.thread_id and not exists (select from found where found.thread_id = l.thread_id))
        insert into lowest_prices select thread_id from found on conflict do nothing $$`,
    )
    .execute(db);
}
