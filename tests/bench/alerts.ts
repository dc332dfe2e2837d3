import { sql } from 'kysely';
import { anchorsOf } from '../../src/features/alerts/anchors.ts';
import { findMatches, matchDue } from '../../src/features/alerts/match.server.ts';
import { pick, randomFor } from '../../src/features/demo/random.ts';
import type { Context } from '../../src/server/context.ts';
import type { Db } from '../../src/server/db/database.ts';
import { oneRow } from '../../src/server/db/one-row.ts';
import { vacuumChanged } from '../../src/server/db/vacuum.ts';
import { findServer } from '../support/postgres.ts';
import { measureDelivery } from './alert-delivery.ts';
import { fillEmbedded, fillServer, type Filled } from './search/filled.ts';
import { median, quantile, type Table } from './table.ts';

/** How much is measured: deals of the catalogue, alerts over them, and deals that are matched. */
export interface AlertSizes {
  deals: number;
  alerts: number;
  matched: number;
  /** Deals of which all mails are handed over. */
  delivered: number;
}

/** Criteria an alert: members often look for the same. */
const DISTINCT = 0.289736;
const MEMBERS_PER_ALERT = 0.1;
/** A statement has 30 s. */
const AT_ONCE = 5_000;
const WARMING_UP = 20;
/** Comparing a deal with all criteria takes long, and is done so often. */
const SCANS = 20;
/** As an import brings them. */
const TOGETHER = 50;
/** How many words criteria have, each as often as it stands here. */
const COUNTS = [1, 2, 2, 2, 3, 3, 3, 4];

/** How long it takes to find out whom a deal concerns, beside a comparison with all criteria, on both databases. */
export async function benchAlerts({ deals, alerts, matched, delivered }: AlertSizes): Promise<Table> {
  const server = await findServer([]);
  const rows: Table['rows'] = [];
  const notes: string[] = [];
  for (const fill of [() => fillEmbedded(deals), ...(server ? [() => fillServer(server, deals)] : [])]) {
    const filled = await fill();
    try {
      const criteria = await makeAlerts(filled.context.db, alerts);
      rows.push(...(await measured(filled, matched)), ...(await measureDelivery(filled, delivered)));
      notes.push(
        `${filled.database}: ${alerts.toLocaleString('en-US')} alerts with ${criteria.toLocaleString('en-US')} criteria, ${deals} deals`,
      );
    } finally {
      await filled.close();
    }
  }
  return {
    title: 'Deal alerts',
    rows,
    notes: [
      ...notes,
      'criteria are made of one to four words of a title, rare ones rather, stores, categories and prices; finding finds the same as the scan',
      'announcing also stores the matches, chooses whom the deal concerns, and stores who is told, in one transaction',
    ],
  };
}

interface TitledDeal {
  stems: string[];
  store_id: number;
  category_id: number;
  price_cents: number;
}

/** Makes members, criteria and alerts of them. @returns how many criteria */
async function makeAlerts(db: Db, alerts: number): Promise<number> {
  const random = randomFor('alerts');
  const { rows: deals } = await sql<TitledDeal>`
    select regexp_split_to_array(search_stems(title), ' ') as stems, store_id, category_id, price_cents from deals where status = 'live'
    order by thread_id`.execute(db);
  const { rows: counts } = await sql<{ lexeme: string; deals: number }>`
    select stem as lexeme, sum(deals)::int as deals from search_words group by stem
    union all select left(kind::text, 1) || ':' || ref, deals from suggestion_filed`.execute(db);
  const known = new Map(counts.map(({ lexeme, deals: count }) => [lexeme, count]));
  const made = new Map<string, { query: string; max: number | null; anchors: string[] }>();
  const wanted = Math.round(alerts * DISTINCT);
  for (let tries = 0; made.size < wanted && tries < wanted * 20; tries++) {
    const deal = pick(random, deals);
    // Who wants to be told names what is special: the rarer a word, the likelier it is.
    const words = [...new Set(deal.stems)].filter((stem) => /^[a-z0-9]{2,}$/.test(stem));
    const chosen = words
      .map((stem) => ({ stem, place: random() * Math.sqrt(1 + (known.get(stem) ?? 0)) }))
      .toSorted((one, other) => one.place - other.place)
      .slice(0, pick(random, COUNTS));
    const parts = chosen.map(({ stem }) => `'${stem}'`);
    if (random() < 0.3) parts.push(`'s:${deal.store_id}'`);
    if (random() < 0.2) parts.push(`'c:${deal.category_id}'`);
    if (parts.length === 0) continue;
    const query = parts.join(' & ');
    const max = random() < 0.6 ? Math.max(100, Math.round((deal.price_cents * (0.6 + random())) / 100) * 100) : null;
    const key = `${query};${max ?? ''}`;
    if (!made.has(key)) made.set(key, { query, max, anchors: anchorsOf(query, (lexeme) => known.get(lexeme) ?? 0) });
  }
  const all = [...made].map(([key, each], index) => ({ ...each, key, n: index }));
  for (let from = 0; from < all.length; from += AT_ONCE)
    await sql`
      with given as (select * from json_to_recordset(${JSON.stringify(all.slice(from, from + AT_ONCE))}::json)
        as given (key text, query text, max int, anchors json)),
      stored as (insert into criteria (criteria_id, query, max_cents) select key, query::tsquery, max from given returning id, criteria_id, query)
      insert into criteria_anchors (anchor, criteria, query)
      select anchor, stored.id, stored.query from stored join given on given.key = stored.criteria_id cross join json_array_elements_text(given.anchors) as anchor`.execute(
      db,
    );
  const members = Math.max(1, Math.round(alerts * MEMBERS_PER_ALERT));
  await sql`
    insert into members (source, source_id, username, joined_at)
    select 'bench', n, 'bench' || n, now() from generate_series(1, ${members}::int) as n`.execute(db);
  const first = await oneRow(
    db,
    sql<{ member: number; criteria: number }>`
      select (select min(user_id) from members where source = 'bench') as member, (select min(id) from criteria) as criteria`,
  );
  for (let from = 0; from < alerts; from += AT_ONCE)
    await sql`
      insert into alerts (user_id, criteria, title, vote_level, created_at)
      select ${first.member}::int + n % ${members}::int,
        ${first.criteria}::bigint + floor(power((n::bigint * 7919 % ${alerts}::int)::float8 / ${alerts}::int, 2) * ${made.size}::int)::bigint,
        'bench', case when n % 10 = 0 then 20 else 0 end, now()
      from generate_series(${from}::int, ${Math.min(alerts, from + AT_ONCE) - 1}::int) as n`.execute(db);
  await sql`truncate alert_due`.execute(db);
  // As a running site, or its PostgreSQL, does by itself.
  await vacuumChanged(db);
  return made.size;
}

async function measured({ database, context }: Filled, deals: number): Promise<Table['rows']> {
  const { db } = context;
  const { rows } = await sql<{ thread_id: number }>`
    select thread_id from deals where status = 'live' order by md5(thread_id::text) limit ${deals + WARMING_UP}`.execute(db);
  const found: number[] = [];
  const scanned: number[] = [];
  const announced: number[] = [];
  let compared = 0;
  let told = 0;
  let met = 0;
  for (const [index, { thread_id }] of rows.entries()) {
    const matches = await timed(() => findMatches(db, [{ thread_id, words: true }]));
    const matching = matches.result.flatMap(({ criteria }) => criteria).length;
    const isCounted = index >= WARMING_UP;
    if (isCounted) {
      found.push(matches.ms);
      met += matching;
    }
    if (isCounted && scanned.length < Math.min(SCANS, deals)) {
      const scan = await timed(() =>
        sql<{ id: number }>`
          with vector as materialized (select alert_vector(d) as vector from deals as d where thread_id = ${thread_id})
          select c.id from criteria as c cross join vector where vector @@ c.query`.execute(db),
      );
      scanned.push(scan.ms);
      compared += await countCompared(db, thread_id);
      if (scan.result.rows.length !== matching)
        throw new Error(`deal ${thread_id}: ${scan.result.rows.length} criteria match, and ${matching} were found`);
    }
    await sql`insert into alert_due (thread_id, words) values (${thread_id}, true)`.execute(db);
    const announcing = await timed(() => matchDue(context));
    if (isCounted) {
      announced.push(announcing.ms);
      told += announcing.result;
    }
  }
  const row = (what: string, ms: number[], more = {}) => ({
    database,
    what,
    'median ms': median(ms),
    'p99 ms': quantile(ms, 0.99),
    deals: ms.length,
    ...more,
  });
  const { ms, result } = await announceTogether(context);
  return [
    row('finding criteria', found, {
      'compared, mean': Math.round(compared / Math.max(1, scanned.length)),
      'criteria, mean': Math.round(met / Math.max(1, found.length)),
    }),
    row('comparing with all', scanned),
    row('finding and announcing', announced, { 'members told, mean': Math.round(told / Math.max(1, announced.length)) }),
    {
      database,
      what: `the same of ${TOGETHER} deals at once`,
      'median ms': ms,
      deals: TOGETHER,
      'members told, mean': Math.round(result / TOGETHER),
    },
  ];
}

/** With how many criteria a deal is compared: those of which it has an anchor. */
async function countCompared(db: Db, threadId: number): Promise<number> {
  const { count } = await oneRow(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from deals as d cross join lateral unnest(tsvector_to_array(alert_vector(d))) as lexeme
      join criteria_anchors on anchor = lexeme collate "C" where thread_id = ${threadId}`,
  );
  return count;
}

/** Has deals looked at that nobody was told of, all in the same moment. */
async function announceTogether(context: Context): Promise<{ ms: number; result: number }> {
  await sql`
    insert into alert_due (thread_id, words)
    select thread_id, true from deals as d
    where status = 'live' and not exists (select from matched_deals as known where known.thread_id = d.thread_id)
    order by md5(thread_id::text) limit ${TOGETHER}`.execute(context.db);
  return timed(() => matchDue(context));
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const began = performance.now();
  const result = await work();
  return { ms: performance.now() - began, result };
}
