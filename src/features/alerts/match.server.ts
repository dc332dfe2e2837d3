import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import { isLockHeld } from '../../server/db/advisory-locks.ts';
import type { Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { PREPARED } from '../../server/db/prepared.ts';
import { every } from '../../server/every.ts';
import { announceDeals, type AnnouncedDeal } from '../notifications/announce.server.ts';
import { scoresShowFrom, shownVotes } from '../posts/shown-votes.server.ts';

const LOOK_MS = 500;
/** So many deals are matched in one transaction, which should take about so long, so that others can use the embedded database in between. */
const MOST_AT_ONCE = 50;
const LONG_MS = 200;

interface Due {
  thread_id: number;
  noted_at: string;
  words: boolean;
  /** Null for a deal that was not live; of one whose score is hidden `score` is null. */
  before: { price: number; percent: number; score: number | null } | null;
  /** The least that the deal cost so far, in cents; null when nobody has looked yet. */
  lowest: number | null;
}

/**
 * Looks at deals that came, changed price, gained votes or were revived, as they do.
 * @param onAnnounced called when members are notified of deals
 * @returns a function that ends it
 */
export function startAlertsJob(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  onError: (error: unknown) => void,
  onAnnounced: () => void,
): () => void {
  const work = async () => {
    if ((await matchDue(context)) > 0) onAnnounced();
  };
  return every(LOOK_MS, work, onError);
}

/** Processes everything that is due; only a part while an import runs, so as not to slow it down. @returns how many members are notified of deals */
export async function matchDue(context: Pick<Context, 'db' | 'clock' | 'config'>): Promise<number> {
  if (!(await isDue(context))) return 0;
  let announcements = 0;
  for (let atOnce = 8; ;) {
    const began = performance.now();
    const { looked, announced } = await matchSome(context, atOnce);
    announcements += announced;
    if (looked < atOnce || (await isLockHeld(context.db, 'editing'))) return announcements;
    const isLong = performance.now() - began > LONG_MS;
    atOnce = isLong ? Math.ceil(atOnce / 2) : Math.min(MOST_AT_ONCE, 2 * atOnce);
  }
}

/** Looked at twice a second, without a transaction where nothing is due. */
async function isDue({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<boolean> {
  const { due } = await oneRow(
    db,
    sql<{ due: boolean }>`select exists (select from alert_due where due_at <= ${clock()}::timestamptz) as due`,
  );
  return due;
}

/** Matches some deals and announces them in one transaction: after a crash in between they are matched again from the start. */
async function matchSome(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  atOnce: number,
): Promise<{ looked: number; announced: number }> {
  const now = clock();
  return db.transaction().execute(async (transaction) => {
    const due = await takeDue(transaction, now, atOnce);
    if (due.length === 0) return { looked: 0, announced: 0 };
    const fresh = await storeMatches(transaction, due);
    const showsFrom = scoresShowFrom(now, config);
    const announced = await announceDeals(
      transaction,
      await newlyMet(transaction, due, fresh, { now, showsFrom, region: config.region }),
      now,
    );
    await lookAgainAtScores(transaction, due, showsFrom, config.scoreHiddenMinutes);
    return { looked: due.length, announced };
  });
}

async function takeDue(transaction: Db, now: Date, atOnce: number): Promise<Due[]> {
  const { rows } = await sql<Due>`
    delete from alert_due where thread_id = any(array(
      select thread_id from alert_due where due_at <= ${now}::timestamptz order by due_at, noted_at limit ${atOnce} for update skip locked))
    returning thread_id, noted_at::text, words, before,
      (select lowest_cents from matched_deals as known where known.thread_id = alert_due.thread_id) as lowest`.execute(transaction);
  return rows;
}

/**
 * Pairs of a deal and criteria by deal, as the JSON text of `[{thread_id,criteria:[…]}]`: the embedded database hands over one short text sooner
 * than hundreds of rows, and it is sent on as it is.
 * @param pairs table with the columns `thread_id` and `criteria`
 */
const asText = (pairs: RawBuilder<unknown>) => sql<string>`(
  select coalesce(json_agg(of_deal)::text, '[]')
  from (select thread_id, array_agg(criteria) as criteria from ${pairs} group by thread_id) as of_deal)`;

const matchesByDeal = z.array(z.object({ thread_id: z.number(), criteria: z.array(z.number()) }));

/**
 * Common table expressions: `looked` are the deals, `found` the criteria of which they have the words and filters. `offset 0` keeps a lateral
 * query a loop over an index: how many deals there are is not known to the planner, which takes them for 100 and would rather read a whole table.
 * A site without alerts reads no deal's words: after an import of many deals that would take minutes of a processor.
 * @param lock what keeps the deals from being deleted meanwhile, in the order of decision 106
 */
const compared = (due: Pick<Due, 'thread_id' | 'words'>[], lock = sql``) => sql`
  looked as materialized (
    select d.thread_id, case when exists (select from criteria) then alert_vector(d) end as vector, due.words as changed,
      d.price_cents, case when due.words then 0 else coalesce(known.through, 0) end as after
    from json_to_recordset(${JSON.stringify(due)}::json) as due (thread_id bigint, words boolean)
    join deals as d using (thread_id) left join matched_deals as known using (thread_id)
    where d.status = 'live' ${lock}),
  found as materialized (
    select distinct looked.thread_id, a.criteria, looked.changed
    from looked cross join lateral unnest(tsvector_to_array(looked.vector)) as lexeme
    cross join lateral (
      select criteria, short_query from criteria_anchors where anchor = lexeme collate "C" and criteria > looked.after offset 0) as a
    where looked.vector @@ coalesce(a.short_query, (select query from criteria where id = a.criteria)))`;

/** Compares deals with criteria: of those whose words or filters may have changed all of them, of the others those that came since. */
export async function findMatches(db: Db, due: Pick<Due, 'thread_id' | 'words'>[]): Promise<z.output<typeof matchesByDeal>> {
  const { found } = await oneRow(db, sql<{ found: string }>`with ${compared(due)} select ${asText(sql`found`)} as found ${PREPARED}`);
  return matchesByDeal.parse(JSON.parse(found));
}

/**
 * Brings the stored matches of deals up to date.
 * @returns matches of changed deals that were none before (`asText`)
 */
async function storeMatches(transaction: Db, due: Due[]): Promise<string> {
  const { fresh } = await oneRow(
    transaction,
    sql<{ fresh: string }>`
    with last as materialized (select coalesce(max(id), 0) as id from criteria),
    ${compared(due, sql`order by d.post_id for key share of d`)},
    gone as (
      delete from matches where thread_id = any(array(select thread_id from looked where changed))
        and (thread_id, criteria) not in (select thread_id, criteria from found)),
    remembered as (
      insert into matched_deals (thread_id, through, lowest_cents) select looked.thread_id, last.id, looked.price_cents from looked cross join last
      on conflict (thread_id) do update
        set through = excluded.through, lowest_cents = least(matched_deals.lowest_cents, excluded.lowest_cents)),
    stored as (
      insert into matches (thread_id, criteria) select thread_id, criteria from found
      on conflict do nothing returning thread_id, criteria),
    fresh as (select thread_id, criteria from stored join looked using (thread_id) where looked.changed)
    select ${asText(sql`fresh`)} as fresh ${PREPARED}`,
  );
  return fresh;
}

/** Whether criteria limit the price. */
const HAS_LIMITS = sql`(c.min_cents is not null or c.max_cents is not null)`;

/**
 * The alerts that deals meet now and did not meet before, or met at a higher price. An alert that is younger than the change, or whose member
 * is suspended, is left out.
 * `region`: in its currency limits are, so that a deal of another one, or without an amount, is within none; in its zone prices were observed on
 * their days.
 * `showsFrom`: deals that began later do not show their scores yet, so that nobody has voted as far as alerts are concerned
 */
async function newlyMet(
  transaction: Db,
  due: Due[],
  fresh: string,
  { now, showsFrom, region }: { now: Date; showsFrom: Date; region: Pick<Region, 'currency' | 'timeZone'> },
): Promise<AnnouncedDeal[]> {
  const { rows } = await sql<AnnouncedDeal>`
    with due as materialized (
      select d.thread_id, d.price_cents as price, coalesce(d.percent_off, 0) as percent, d.forum_id,
        ${shownVotes('d', showsFrom)} as score,
        due.noted_at, due.lowest, d.currency, due.before is not null as was_live, (due.before->>'price')::int as price_before, (due.before->>'percent')::int as percent_before,
        (due.before->>'score')::int as score_before
      from json_to_recordset(${JSON.stringify(due)}::json) as due (thread_id bigint, noted_at timestamptz, before json, lowest int)
      join deals as d using (thread_id) where d.status = 'live'),
    fresh as materialized (
      select thread_id, unnest(criteria) as criteria from json_to_recordset(${fresh}::json) as fresh (thread_id bigint, criteria bigint[]))
    select a.user_id as "userId", a.alert_id as "alertId", due.thread_id as "threadId", due.price as "priceCents", a.channels, a.frequency
    from due cross join lateral (select criteria from matches where matches.thread_id = due.thread_id offset 0) as matched
    cross join lateral (select id, min_cents, max_cents, min_percent from criteria where id = matched.criteria offset 0) as c
    cross join lateral (select * from alerts where criteria = c.id and paused_at is null offset 0) as a
    where a.since <= due.noted_at and a.channels <> '{}'
      and (not ${HAS_LIMITS} or (due.currency = ${region.currency} and due.price >= coalesce(c.min_cents, 0) and due.price <= coalesce(c.max_cents, due.price)))
      and due.percent >= coalesce(c.min_percent, 0) and (a.vote_level = 0 or due.score >= a.vote_level)
      and (a.forums = '{}' or due.forum_id = any(a.forums))
      and (not a.new_low or (
        coalesce(due.lowest > due.price, due.price_before > due.price,
          exists (select from price_observations as p where p.thread_id = due.thread_id and p.cents > due.price))
        and not exists (select from price_observations as p
          where p.thread_id = due.thread_id and p.cents <= due.price and p.observed_on < (due.noted_at at time zone ${region.timeZone}::text)::date)))
      and not ((due.thread_id, c.id) not in (select thread_id, criteria from fresh) and due.was_live and coalesce(due.price_before <= due.price, due.price is null)
        and (not ${HAS_LIMITS} or coalesce(due.price_before >= coalesce(c.min_cents, 0) and due.price_before <= coalesce(c.max_cents, due.price_before), false))
        and due.percent_before >= coalesce(c.min_percent, 0) and (a.vote_level = 0 or coalesce(due.score_before >= a.vote_level, false)))
      and coalesce((select suspended_until from accounts where user_id = a.user_id) <= ${now}::timestamptz, true) ${PREPARED}`.execute(
    transaction,
  );
  return rows;
}

/** Schedules deals whose scores are hidden to be matched again when they show: votes count from then on. */
async function lookAgainAtScores(transaction: Db, due: Due[], showsFrom: Date, hiddenMinutes: number): Promise<void> {
  await sql`
    insert into alert_due (thread_id, noted_at, due_at, words, before)
    select d.thread_id, shows.at, shows.at, false, alert_facts(d) || '{"score":null}'
    from deals as d cross join lateral (select greatest(d.posted_at, d.starts_at) + make_interval(mins => ${hiddenMinutes}) as at) as shows
    where d.thread_id = any(${due.map(({ thread_id }) => thread_id)}::bigint[]) and d.status = 'live'
      and greatest(d.posted_at, d.starts_at) > ${showsFrom}::timestamptz
    on conflict (thread_id) do nothing`.execute(transaction);
}
