import { type RawBuilder, sql } from 'kysely';
import type { Region } from '../../lib/region.ts';
import type { Db } from '../../server/db/database.ts';
import { shownVotes } from '../posts/shown-votes.server.ts';
import { queryOf, type Condition } from './compile.server.ts';
import type { PreviewFields } from './contracts/alert-fields.ts';
import type { Criteria } from './criteria.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

/** The alert of a dry run. */
export interface Wanted {
  criteria: Criteria;
  /** What the criteria ask for besides figures. */
  conditions: Condition[];
  /** What is looked at besides the criteria. */
  limits: Pick<PreviewFields, 'votelevel' | 'targetforums' | 'newlow'>;
  region: Region;
  /** Deals that began later do not show their scores. */
  showsFrom: Date;
}

/** The newest deals that may have met an alert, of which so many are gone through. */
const MOST_DEALS = 2_000;

/**
 * Finds the deals that met an alert since a moment, the newest first, as `match.server.ts` would have: when they came, or when their
 * observed price came within its limits, or fell.
 * @returns `isPartial` when there may be more, because not all deals were gone through
 */
export async function findMetDeals(
  db: Db,
  { criteria, conditions, limits, region, showsFrom }: Wanted,
  from: Date,
): Promise<{ met: { threadId: number; title: string; metAt: Date }[]; isPartial: boolean }> {
  const { votelevel, targetforums, newlow } = limits;
  const isLimited = criteria.minCents !== undefined || criteria.maxCents !== undefined;
  const isWithin = (cents: RawBuilder<unknown>) => sql`${cents} between ${criteria.minCents ?? 0} and ${criteria.maxCents ?? MAX_INTEGER}`;
  const hasPrice = sql`d.currency = ${region.currency} and (${isWithin(sql`d.price_cents`)} or exists (
    select from price_observations as p where p.thread_id = d.thread_id and ${isWithin(sql`p.cents`)}))`;
  // Where nothing is asked for but figures, an index finds what has changed since: whatever happens to a deal changes its row.
  const isAsked =
    conditions.length > 0
      ? sql`d.search @@ ${await indexQuery(db, queryOf(conditions))}::tsquery`
      : sql`d.changed_at >= ${from}::timestamptz`;
  const { rows } = await sql<{ isPartial: boolean; threadId: number | null; title: string; metAt: Date }>`
    with candidate as materialized (
      select d.thread_id, d.title, d.status, d.price_cents, d.expires_at, greatest(d.posted_at, d.starts_at) as came_at
      from deals as d
      where ${isAsked} and d.status <> 'scheduled'
        and (greatest(d.posted_at, d.starts_at) >= ${from}::timestamptz or exists (
          select from price_observations as p where p.thread_id = d.thread_id and p.observed_on >= (${from}::timestamptz at time zone ${region.timeZone}::text)::date))
        and ${isLimited ? hasPrice : sql`true`}
        and coalesce(d.percent_off, 0) >= ${criteria.minPercent ?? 0} and (${votelevel} = 0 or ${shownVotes('d', showsFrom)} >= ${votelevel})
        and (${targetforums}::int[] = '{}' or d.forum_id = any(${targetforums}::int[]))
      order by d.posted_at desc limit ${MOST_DEALS + 1}),
    observed as (
      select c.thread_id, p.observed_on as day, p.cents from candidate as c join price_observations as p using (thread_id)
      union all
      -- What was not observed since it came cost the same then as it does now.
      select thread_id, (came_at at time zone ${region.timeZone}::text)::date, price_cents from candidate as c
      where not exists (select from price_observations as p where p.thread_id = c.thread_id and p.observed_on >= (c.came_at at time zone ${region.timeZone}::text)::date)),
    price as (
      select thread_id, title, greatest(day::timestamp at time zone ${region.timeZone}::text, came_at) as at, cents,
        case when status = 'live' then null else expires_at end as ended_at, day >= (came_at at time zone ${region.timeZone}::text)::date as is_there,
        lag(day) over history >= (came_at at time zone ${region.timeZone}::text)::date as was_there, lag(cents) over history as before,
        min(cents) over (history rows between unbounded preceding and 1 preceding) > cents as is_low
      from candidate join observed using (thread_id)
      window history as (partition by thread_id order by day)),
    met as (
      select distinct on (thread_id) thread_id, title, at from price
      where is_there and at >= ${from}::timestamptz and coalesce(at < ended_at, true)
        and ${isLimited ? isWithin(sql`cents`) : sql`true`} and (not ${newlow} or is_low)
        and (was_there is not true or cents < before or ${isLimited ? sql`not (${isWithin(sql`before`)})` : sql`false`})
      order by thread_id, at)
    select (select count(*) from candidate) > ${MOST_DEALS} as "isPartial", met.thread_id as "threadId", met.title, met.at as "metAt"
    from (select) as once left join met on true order by met.at desc, met.thread_id desc`.execute(db);
  return {
    met: rows.flatMap(({ threadId, title, metAt }) => (threadId === null ? [] : [{ threadId, title, metAt }])),
    isPartial: rows.some(({ isPartial }) => isPartial),
  };
}

/** Categories with everything below them: the index of deals knows their own alone. */
const WITH_BELOW = sql`with recursive below as (
    select id, id as named from categories
    union all select c.id, below.named from below join categories as c on c.parent_id = below.id)`;

/** The query for the index, with what is below categories. */
async function indexQuery(db: Db, query: string): Promise<string> {
  const named = [...query.matchAll(/'c:(\d+)'/g)].map(([, id]) => Number(id));
  if (named.length === 0) return query;
  const { rows } = await sql<{ named: number; ids: number[] }>`
    ${WITH_BELOW} select named, array_agg(id) as ids from below where named = any(${named}::int[]) group by named`.execute(db);
  const below = new Map(rows.map((row) => [row.named, row.ids]));
  return query.replaceAll(
    /'c:(\d+)'/g,
    (own, id: string) => `(${(below.get(Number(id)) ?? []).map((each) => `'c:${each}'`).join(' | ') || own})`,
  );
}
