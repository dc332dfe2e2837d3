import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { acquireLock } from '../../server/db/advisory-locks.ts';
import type { Database, Db } from '../../server/db/database.ts';
import { oneRow } from '../../server/db/one-row.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';

/** Looks at least this often: a notification that a date was set is lost when the connection breaks. */
const LOOK_MS = 60_000;
/** Waits this long after a notification, as many dates may be set one after the other. */
const GATHER_MS = 500;

/**
 * Lets deals and offers start and expire at their dates.
 * @param onChanges calls what it is given whenever a date may have been set, and with errors of listening for that
 * @returns a function that ends it
 */
export function startDatesJob(
  context: Pick<Context, 'db' | 'clock'>,
  onChanges: Database['onChanges'],
  onError: (error: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  /** How long until the next look at most: less once a change was notified. */
  let longest = LOOK_MS;
  let ended = false;
  const lookIn = (wait: number) => {
    if (!ended) timer = setTimeout(() => void look(), wait);
  };
  const look = async () => {
    let wait = LOOK_MS;
    timer = undefined;
    longest = LOOK_MS;
    try {
      await advanceDates(context);
      const next = await nextDate(context.db);
      if (next) wait = Math.min(wait, waitUntil(next.getTime() - context.clock().getTime()));
    } catch (error) {
      onError(error);
    }
    lookIn(Math.min(wait, longest));
  };
  onChanges(() => {
    if (longest === GATHER_MS) return;
    longest = GATHER_MS;
    // Without a timer a look is under way, and the next one follows it.
    if (timer === undefined) return;
    clearTimeout(timer);
    lookIn(GATHER_MS);
  }, onError);
  lookIn(0);
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}

/** What is already due was locked by another transaction: it is tried again soon. */
const waitUntil = (left: number) => (left > 0 ? left : GATHER_MS);

/** The next moment at which a deal or an offer starts or expires. */
async function nextDate(db: Db): Promise<Date | null> {
  const { next } = await oneRow(
    db,
    sql<{ next: Date | null }>`
    select least(
      (select min(starts_at) from deals where status = 'scheduled'), (select min(expires_at) from deals where status = 'live' and expires_at is not null),
      (select min(starts_at) from offers where status = 'scheduled'), (select min(expires_at) from offers where status = 'live')) as next`,
  );
  return next;
}

/**
 * Deals and offers start and expire by their dates without anyone acting: what is due at the context's time
 * goes live, or expires. What somebody else has locked is left for the next look.
 * @param most how many in one transaction
 * @returns those whose status changed
 */
export async function advanceDates(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  most = SLICE,
): Promise<{ threadIds: number[]; offerIds: number[] }> {
  const now = clock();
  const advanced = (table: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    bySlices(db, most, async (transaction) => {
      await acquireLock(transaction, 'dates');
      return advance(transaction, table, id, now, most);
    });
  return {
    threadIds: await advanced(sql.table('deals'), sql.ref('thread_id')),
    offerIds: await advanced(sql.table('offers'), sql.ref('id')),
  };
}

/**
 * Each date is looked for in its own order, so that an index finds it: by a condition of both, the planner takes all deals that have expired before
 * for due, and reads the whole catalogue for the few that are.
 */
async function advance(db: Db, table: RawBuilder<unknown>, id: RawBuilder<unknown>, now: Date, most: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update ${table} set changed_at = now(), status = case when expires_at <= ${now}::timestamptz then 'expired' else 'live' end
    where ${id} = any(array(
      select ${id} from (
        select ${id} from ${table} where status = 'scheduled' and starts_at <= ${now}::timestamptz
        order by starts_at limit ${most} for update skip locked) as starting
      union all
      select ${id} from (
        select ${id} from ${table} where status = 'live' and expires_at <= ${now}::timestamptz
        order by expires_at limit ${most} for update skip locked) as ending
      limit ${most}))
    returning ${id} as id`.execute(db);
  return rows.map((row) => row.id);
}
