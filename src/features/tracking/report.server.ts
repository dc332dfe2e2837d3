import { sql, type RawBuilder } from 'kysely';
import type { Context } from '../../server/context.ts';
import { isControl } from '../ab-tests/ab-test.ts';
import { readAbTests } from '../ab-tests/ab-tests.server.ts';
import { DAYS_STORED } from './days-stored.ts';
import { uncountedSince } from './uncounted.server.ts';
import { differenceOf, shareOf, type Share } from './interval.ts';

/** Rows of each table. */
const MOST_ROWS = 20;
/** A list's path. Deals beside a deal are one list, on whatever deal's page they stand; so are those beside offers. */
const LIST = sql`regexp_replace(c.path, '^/(f|pco)/.*', '/\\1/…')`;
/** Words that fewer visitors searched for may be somebody's private text, and are not reported. */
const FEWEST_SEARCHERS = 2;

/** What editors want to know of the last days; today counts as far as it has come. */
export interface Report {
  days: number;
  views: number;
  impressions: number;
  outclicks: number;
  /** Lists: how often cards of them were seen, opened, and led out to a store. */
  feeds: Clicks[];
  stores: Clicks[];
  /** Places in lists, from 1. */
  positions: Clicks[];
  /** Words without results, with how many visitors searched for them; of the last 90 days at most. */
  searchesWithoutResults: { words: string; visitors: number }[];
  /** What led visitors here (a campaign, another site, or `direct`), and how many visits began so; of the last 90 days at most. */
  entryPoints: { name: string; visits: number }[];
  /** Page views by kind of device; of the last 90 days at most. */
  devices: { name: string; views: number }[];
  /** Banners, by their `module` or heading: on how many pages they came, and how often they were followed; of the last 90 days at most. */
  banners: { name: string; shown: number; opens: number }[];
  /** Pages that visitors from partners saw first, and ways out on partners' pages; of the last 90 days at most. */
  partners: { name: string; views: number; outclicks: number }[];
  /** A/B tests: visitors who went out to a store, of those who saw a page. */
  tests: TestResult[];
}

export interface Clicks {
  name: string;
  impressions: number;
  opens: number;
  outclicks: number;
  /** Opens and ways out of a card, of those that were seen. */
  clickThrough: number | null;
}

export interface TestResult {
  name: string;
  variants: {
    name: string;
    isControl: boolean;
    visitors: number;
    outclickers: number;
    share: Share | null;
    /** Against all controls together; null for these. */
    difference: Share | null;
  }[];
}

/** Works out the report of the last `days`. @param partners names of those to report on */
export async function reportOf({ db, clock }: Pick<Context, 'db' | 'clock'>, days: number, partners: string[] = []): Promise<Report> {
  const today = clock().toISOString().slice(0, 10);
  const since = sql`${today}::date - ${days - 1}::int`;
  // Finished days by day; what is not counted by day yet, from the events themselves.
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
    feeds: await grouped(LIST, sql`true`),
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

async function emptySearches(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['searchesWithoutResults']> {
  const { rows } = await sql<{ words: string; visitors: number }>`
    select lower(btrim(details ->> 'q')) as words, count(distinct visitor)::int as visitors
    from events
    where kind = 'view' and path = '/search' and details ->> 'results' = '0' and received_at >= (${since})::timestamp at time zone 'UTC'
    group by 1 having count(distinct visitor) >= ${sql.lit(FEWEST_SEARCHERS)} and lower(btrim(details ->> 'q')) <> ''
    order by 2 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

async function entryPoints(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['entryPoints']> {
  const { rows } = await sql<{ name: string; visits: number }>`
    select details ->> 'entryPoint' as name, count(*)::int as visits from events
    where kind = 'visit' and details ->> 'entryPoint' <> '' and received_at >= (${since})::timestamp at time zone 'UTC'
    group by 1 order by 2 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

async function viewsByDevice(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['devices']> {
  const { rows } = await sql<{ name: string; views: number }>`
    select details ->> 'device' as name, count(*)::int as views from events
    where kind = 'view' and details ? 'device' and received_at >= (${since})::timestamp at time zone 'UTC'
    group by 1 order by 2 desc, 1`.execute(db);
  return rows;
}

async function bannerCounts(db: Context['db'], since: RawBuilder<unknown>): Promise<Report['banners']> {
  const { rows } = await sql<Report['banners'][number]>`
    select details ->> 'banner' as name, count(*) filter (where kind = 'banner')::int as shown,
      count(*) filter (where kind = 'banner-open')::int as opens
    from events
    where kind in ('banner', 'banner-open') and details ->> 'banner' <> '' and received_at >= (${since})::timestamp at time zone 'UTC'
    group by 1 order by 2 desc, 3 desc, 1 limit ${sql.lit(MOST_ROWS)}`.execute(db);
  return rows;
}

async function partnerVisits(db: Context['db'], since: RawBuilder<unknown>, names: string[]): Promise<Report['partners']> {
  if (names.length === 0) return [];
  const { rows } = await sql<Report['partners'][number]>`
    select p.name, count(e.id) filter (where e.kind = 'view')::int as views, count(e.id) filter (where e.kind = 'outclick')::int as outclicks
    from unnest(${names}::text[]) as p (name)
    left join events as e on e.received_at >= (${since})::timestamp at time zone 'UTC' and (
      (e.kind = 'view' and e.details #>> '{attribution,utm_source}' = p.name and e.details #>> '{attribution,utm_medium}' = 'syndication')
      or (e.kind = 'outclick' and e.details ->> 'u1' = p.name and e.path = '/syndicated'))
    group by p.name order by p.name`.execute(db);
  return rows;
}

async function testResults(db: Context['db'], since: RawBuilder<unknown>): Promise<TestResult[]> {
  const tests = await readAbTests(db);
  if (tests.length === 0) return [];
  const { rows } = await sql<{ variant: string; visitors: number; outclickers: number }>`
    select variant, count(distinct visitor)::int as visitors, count(distinct visitor) filter (where kind = 'outclick')::int as outclickers
    from events cross join unnest(variants) as variant
    where kind in ('view', 'outclick') and visitor is not null and received_at >= (${since})::timestamp at time zone 'UTC'
    group by variant`.execute(db);
  return tests.map(({ name, variants }) => {
    const counted = variants.map((variant) => {
      const row = rows.find((candidate) => candidate.variant === `${name}:${variant.name}`);
      return { name: variant.name, isControl: isControl(variant.name), visitors: row?.visitors ?? 0, outclickers: row?.outclickers ?? 0 };
    });
    const controls = counted.filter((variant) => variant.isControl);
    const sum = (key: 'visitors' | 'outclickers') => controls.reduce((all, variant) => all + variant[key], 0);
    const control = shareOf(sum('outclickers'), sum('visitors'));
    return {
      name,
      variants: counted.map((variant) => {
        const share = shareOf(variant.outclickers, variant.visitors) ?? null;
        return { ...variant, share, difference: share && control && !variant.isControl ? differenceOf(share, control) : null };
      }),
    };
  });
}

/** The longest time that a report can be about; what is worked out from single events goes back less far. */
export const MOST_DAYS = { counts: 3650, events: DAYS_STORED };
