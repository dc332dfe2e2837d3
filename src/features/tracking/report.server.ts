import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/context.ts';
import { bannerCounts, emptySearches, entryPoints, MOST_ROWS, partnerVisits, viewsByDevice } from './report-events.server.ts';
import type { Clicks, Report } from './report.ts';
import { testResults } from './test-results.server.ts';
import { listOf, uncountedSince } from './days.server.ts';

/** Works out the report of the last `days`. @param partners names of those to report on */
export async function reportOf({ db, clock }: Pick<Context, 'db' | 'clock'>, days: number, partners: string[]): Promise<Report> {
  const today = clock().toISOString().slice(0, 10);
  const since = sql`${today}::date - ${days - 1}::int`;
  // Aggregated days, plus the events that are not aggregated yet.
  const counts = sql`(
    select kind, path, store_id, position, events from event_days where day >= ${since}
    union all
    select kind, path, coalesce(store_id, 0), coalesce(position, 0), count(*)
    from events
    where received_at >= ${uncountedSince(since)}
    group by 1, 2, 3, 4)`;
  const grouped = async (name: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<Clicks[]> => {
    const { rows } = await sql<CountedRow>`
      select name, sum(events) filter (where kind = 'impression')::int8 as impressions, sum(events) filter (where kind = 'open')::int8 as opens,
        sum(events) filter (where kind = 'outclick')::int8 as outclicks
      from (select ${name} as name, c.kind, c.events from ${counts} as c left join stores as s on s.id = c.store_id
        where c.kind in ('impression', 'open', 'outclick') and ${where}) as named
      where name is not null group by name
      order by coalesce(sum(events) filter (where kind = 'impression'), 0) desc, sum(events) desc, name limit ${sql.lit(MOST_ROWS)}`.execute(
      db,
    );
    return rows.map(withClickThrough);
  };
  const totals = await sql<{
    kind: string;
    events: number;
  }>`select kind, sum(events)::int8 as events from ${counts} as c group by kind`.execute(db);
  const total = (kind: string) => totals.rows.find((row) => row.kind === kind)?.events ?? 0;
  return {
    days,
    views: total('view'),
    impressions: total('impression'),
    outclicks: total('outclick'),
    feeds: await grouped(listOf(sql`c.path`), sql`true`),
    stores: await grouped(sql`s.name`, sql`true`),
    positions: (await grouped(sql`c.position::text`, sql`c.position > 0`)).toSorted((a, b) => Number(a.name) - Number(b.name)),
    searchesWithoutResults: await emptySearches(db, since),
    entryPoints: await entryPoints(db, since),
    devices: await viewsByDevice(db, since),
    banners: await bannerCounts(db, since),
    partners: await partnerVisits(db, since, partners),
    tests: await testResults(db, since),
  };
}

/** A sum over no rows is null. */
type CountedRow = Pick<Clicks, 'name'> & Record<'impressions' | 'opens' | 'outclicks', number | null>;

function withClickThrough({ name, ...counts }: CountedRow): Clicks {
  const [impressions, opens, outclicks] = [counts.impressions ?? 0, counts.opens ?? 0, counts.outclicks ?? 0];
  return { name, impressions, opens, outclicks, clickThrough: impressions > 0 ? (opens + outclicks) / impressions : null };
}
