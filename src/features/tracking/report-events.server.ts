/** The parts of the report that are computed from single events, for the days for which these are stored. */
import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Report } from './report.ts';
import { startOfDay } from './days.server.ts';

/** Rows of each table. */
export const MOST_ROWS = 20;
/** Searches by fewer visitors may be private texts, and are not reported. */
const FEWEST_SEARCHERS = 2;

/** Returns the words without results. */
export async function emptySearches(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['searchesWithoutResults']> {
  const { rows } = await sql<{ words: string; visitors: number }>`
    select lower(btrim(details ->> 'q')) as words, count(distinct visitor)::int as visitors
    from events
    where kind = 'view' and path = '/search' and details ->> 'results' = '0' and received_at >= ${startOfDay(since)}
    group by 1 having count(distinct visitor) >= ${sql.lit(FEWEST_SEARCHERS)} and lower(btrim(details ->> 'q')) <> ''
    order by 2 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

/** Returns what led visitors here. */
export async function entryPoints(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['entryPoints']> {
  const { rows } = await sql<{ name: string; visits: number }>`
    select details ->> 'entryPoint' as name, count(*)::int as visits from events
    where kind = 'visit' and details ->> 'entryPoint' <> '' and received_at >= ${startOfDay(since)}
    group by 1 order by 2 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

/** Counts page views by kind of device. */
export async function viewsByDevice(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['devices']> {
  const { rows } = await sql<{ name: string; views: number }>`
    select details ->> 'device' as name, count(*)::int as views from events
    where kind = 'view' and details ? 'device' and received_at >= ${startOfDay(since)}
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

/** Counts how often banners came and were followed. */
export async function bannerCounts(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['banners']> {
  const { rows } = await sql<Report['banners'][number]>`
    select details ->> 'banner' as name, count(*) filter (where kind = 'banner')::int as shown,
      count(*) filter (where kind = 'banner-open')::int as opens
    from events
    where kind in ('banner', 'banner-open') and details ->> 'banner' <> '' and received_at >= ${startOfDay(since)}
    group by 1 order by 2 desc, 3 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

/** Counts what visitors from partners did. @param names the partners */
export async function partnerVisits(db: Context['db'], since: RawBuilder<unknown>, names: string[]): Promise<Report['partners']> {
  if (names.length === 0) return [];
  const { rows } = await sql<Report['partners'][number]>`
    select p.name, count(e.id) filter (where e.kind = 'view')::int as views, count(e.id) filter (where e.kind = 'outclick')::int as outclicks
    from unnest(${names}::text[]) as p (name)
    left join events as e on e.received_at >= ${startOfDay(since)} and (
      (e.kind = 'view' and e.details #>> '{attribution,utm_source}' = p.name and e.details #>> '{attribution,utm_medium}' = 'syndication')
      or (e.kind = 'outclick' and e.details ->> 'u1' = p.name and e.path = '/syndicated'))
    group by p.name order by p.name`.execute(db);
  return rows;
}
