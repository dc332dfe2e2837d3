import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { setReputations } from '../accounts/set-reputations.server.ts';
import { reputationFrom } from './reputation.ts';
import { every } from '../../server/every.ts';
import { HOUR_MS } from '../../lib/durations.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

const EVERY_MS = 5_000;
const AT_ONCE = 500;
/** Fewer members with comments in many threads are computed at once, so that the embedded database is not blocked for long. */
const HOURLY_AT_ONCE = 50;
/**
 * A changed reputation makes the page of every thread in which the member has written be published again, some 10 ms of a processor each
 * (decision 100). For members with at most so many threads it is computed some seconds after a vote, for others once an hour.
 */
export const FEW_THREADS = 50;

/** Updates reputations after votes, some seconds or up to an hour later. @returns a function that ends the job */
export function startReputationJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(EVERY_MS, () => updateReputations(context), onError);
}

/**
 * Computes the reputations of all members whose posts' votes have changed since the last time (migration 0007). Members with comments
 * in many threads whose reputation was computed within this hour follow in the next one (migration 0058).
 */
export async function updateReputations(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  while ((await gatherSome(context)) > 0);
}

async function gatherSome({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const now = clock();
  return db.transaction().execute(async (transaction) => {
    const { rows: due } = await sql<{ user_id: number }>`
      with voted as (
        delete from reputation_due where ctid = any(array(select ctid from reputation_due limit ${AT_ONCE} for update skip locked))
        returning user_id)
      select user_id from voted
      union all (select user_id from hourly_reputations where is_due and next_at <= ${now} order by next_at limit ${HOURLY_AT_ONCE})`.execute(
      transaction,
    );
    if (due.length === 0) return 0;
    const members = await lockMembers(
      transaction,
      due.map(({ user_id: id }) => id),
    );
    const postponed = await postpone(transaction, members, now);
    await computeReputations(
      transaction,
      members.filter((id) => !postponed.has(id)),
      now,
    );
    return due.length;
  });
}

/** Locks members, so that concurrent jobs compute one after the other, from votes read after the lock. @returns those that exist */
async function lockMembers(transaction: Db, ids: number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_id from members where user_id = any(${ids}::int[]) order by user_id for no key update`.execute(transaction);
  return rows.map(({ user_id: id }) => id);
}

/** Postpones members who were computed within this hour. @returns them */
async function postpone(transaction: Db, members: number[], now: Date): Promise<Set<number>> {
  const { rows } = await sql<{ user_id: number }>`
    update hourly_reputations set is_due = true where user_id = any(${members}::int[]) and next_at > ${now} returning user_id`.execute(
    transaction,
  );
  return new Set(rows.map(({ user_id: id }) => id));
}

/** The vote of members on posts of their own, which counts for the post alone: nobody gets a reputation by themselves. */
const JOIN_OWN = sql`left join votes as own on own.post_id = post.post_id and own.user_id = member.user_id`;
const OF_OTHERS = sql`
  sum(greatest(0, votes_up - (own.vote is not distinct from 1)::int)) as up,
  sum(greatest(0, votes_down - (own.vote is not distinct from -1)::int)) as down`;

async function computeReputations(transaction: Db, members: number[], now: Date): Promise<void> {
  const { rows } = await sql<{ user_id: number } & Record<'deals_up' | 'deals_down' | 'comments_up' | 'comments_down' | 'threads', number>>`
    select member.user_id, coalesce(d.up, 0)::bigint as deals_up, coalesce(d.down, 0)::bigint as deals_down,
      coalesce(c.up, 0)::bigint as comments_up, coalesce(c.down, 0)::bigint as comments_down, c.threads
    from unnest(${members}::int[]) as member (user_id)
    cross join lateral (
      select ${OF_OTHERS} from deals as post ${JOIN_OWN} where post.posted_by = member.user_id) as d
    cross join lateral (
      select ${OF_OTHERS}, count(distinct thread_id) filter (where status = 'shown') as threads
      from comments as post ${JOIN_OWN} where post.user_id = member.user_id) as c`.execute(transaction);
  const reputations = rows.map((row): [number, number] => {
    const reputation = reputationFrom({ up: row.deals_up, down: row.deals_down }, { up: row.comments_up, down: row.comments_down });
    return [row.user_id, Math.min(reputation, MAX_INTEGER)];
  });
  await setReputations(transaction, new Map(reputations));
  const wellKnown = rows.filter(({ threads }) => threads > FEW_THREADS).map(({ user_id: id }) => id);
  await transaction
    .deleteFrom('hourly_reputations')
    .where(sql<boolean>`user_id = any(${members}::int[])`)
    .execute();
  await sql`
    insert into hourly_reputations (user_id, next_at) select user_id, ${nextHour(now)} from unnest(${wellKnown}::int[]) as t (user_id)`.execute(
    transaction,
  );
}

/** The next full hour, which is the same for all members, so that a page with several of them is published again only once. */
const nextHour = (now: Date) => new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS);
