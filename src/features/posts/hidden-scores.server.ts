import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import { noteDeals, noteEverything } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { readSetting, writeSetting } from '../../server/db/settings.ts';
import { every } from '../../server/every.ts';
import { MINUTE_MS } from '../../lib/durations.ts';

const LOOK_MS = 3_000;
/** Clocks of servers that share a database differ a little, and each of them must show the score when it is notified. */
const GRACE_MS = 2_000;
/** Key of the setting with the moment until which deals must have begun for their scores to be shown. */
const SHOWN_UNTIL = 'scores_shown_until';
/** The setting is written at most this much too late; if it is ahead by less, another server has written it. */
const CLOSE_MS = MINUTE_MS;
/** More changes at once are noted as a change of everything, as triggers do (migration 0002). */
const MANY = 500;

/** Since when a deal could be voted on. */
export const votableSince = (deal: { posted_at: Date; starts_at: Date | null }) =>
  deal.starts_at && deal.starts_at > deal.posted_at ? deal.starts_at : deal.posted_at;

/** Whether a deal that began then is too young to show its score. Cached results must not depend on it. */
export const isScoreHidden = ({ clock, config }: Pick<Context, 'clock' | 'config'>, begun: Date) =>
  config.scoreHiddenMinutes > 0 && clock().getTime() < begun.getTime() + config.scoreHiddenMinutes * MINUTE_MS;

/** Starts the job that updates pages when scores are no longer hidden. @returns a function that ends it */
export function startScoresJob(context: Pick<Context, 'db' | 'clock' | 'config'>, onError: (error: unknown) => void): () => void {
  return every(LOOK_MS, () => revealScores(context), onError);
}

/**
 * Notes a change of the deals whose scores have become visible, or hidden, since the last run. The first
 * run notes nothing, and happens before any page is made.
 * @returns their ids
 */
export async function revealScores({ db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>): Promise<number[]> {
  const until = new Date(clock().getTime() - config.scoreHiddenMinutes * MINUTE_MS - GRACE_MS);
  const before = await shownUntil(db);
  if (before && isClose(before, until) && (before >= until || (await begunBetween(db, before, until)).length === 0)) return [];
  return db.transaction().execute(async (transaction) => {
    await acquireLock(transaction, 'hiddenScores');
    const last = await shownUntil(transaction);
    if (last && isClose(last, until) && last >= until) return [];
    await writeSetting(transaction, SHOWN_UNTIL, until.toISOString());
    const deals = last ? await begunBetween(transaction, last, until) : [];
    if (deals.length > MANY) await noteEverything(transaction);
    else if (deals.length > 0) await noteDeals(transaction, deals);
    return deals;
  });
}

const isClose = (one: Date, other: Date) => Math.abs(one.getTime() - other.getTime()) < CLOSE_MS;

async function shownUntil(db: Db): Promise<Date | undefined> {
  const value = await readSetting(db, SHOWN_UNTIL);
  return value === undefined ? undefined : new Date(value);
}

/** The deals that began between two moments, in any order. Those that were scheduled are found by an index of their own. */
async function begunBetween(db: Db, one: Date, other: Date): Promise<number[]> {
  const [after, until] = [one, other].toSorted((a, b) => a.getTime() - b.getTime());
  const began = sql`greatest(posted_at, starts_at) > ${after}::timestamptz and greatest(posted_at, starts_at) <= ${until}::timestamptz`;
  const { rows } = await sql<{ id: number }>`
    select thread_id as id from deals
    where status <> 'scheduled' and expired_last in (0, 1) and posted_at > ${after}::timestamptz and posted_at <= ${until}::timestamptz and ${began}
    union select thread_id from deals
    where status <> 'scheduled' and starts_at > ${after}::timestamptz and starts_at <= ${until}::timestamptz and ${began}`.execute(db);
  return rows.map(({ id }) => id);
}
