import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { announcePrice } from '../notifications/announce-price.server.ts';
import { notify } from '../notifications/notify.server.ts';
import { REMINDED_HOURS } from './saved.ts';

type JobContext = Pick<Context, 'db' | 'clock'>;

/** How many deals are processed in one transaction. */
const AT_ONCE = 50;

/** Notifies members of changes of deals that they saved: cheaper, expired, or there again. @returns how many deals were looked at */
export async function notifyOfSavedDeals({ db, clock }: JobContext): Promise<number> {
  let looked = 0;
  for (;;) {
    const count = await db.transaction().execute((transaction) => notifyOfSome(transaction, clock()));
    looked += count;
    if (count < AT_ONCE) return looked;
  }
}

/** The price and state of a saved deal that a member has been shown. */
interface Known {
  user_id: number;
  /** Null where the deal had no amount to compare by. */
  known_cents: number | null;
  knows_expired: boolean;
}

async function notifyOfSome(transaction: Db, now: Date): Promise<number> {
  const { rows: due } = await sql<{ thread_id: number }>`
    delete from watched_due where thread_id in (
      select thread_id from watched_due order by thread_id limit ${AT_ONCE} for update skip locked) returning thread_id`.execute(
    transaction,
  );
  const threadIds = due.map(({ thread_id: threadId }) => threadId).toSorted((one, other) => one - other);
  for (const threadId of threadIds) await notifyOfDeal(transaction, threadId, now);
  return due.length;
}

async function notifyOfDeal(transaction: Db, threadId: number, now: Date): Promise<void> {
  const deal = await transaction
    .selectFrom('deals')
    .select(['price_cents', 'status'])
    .where('thread_id', '=', threadId)
    .where('status', '<>', 'scheduled')
    .forKeyShare()
    .executeTakeFirst();
  if (!deal) return;
  const { price_cents: priceCents, status } = deal;
  // Deals and members are locked before these rows of theirs, as where one of them goes, and the rows with it.
  await sql`
    select from members where user_id in (select user_id from saved_deals where thread_id = ${threadId})
    order by user_id for key share`.execute(transaction);
  const knowing = await transaction
    .selectFrom('saved_deals')
    .select(['user_id', 'known_cents', 'knows_expired'])
    .where('thread_id', '=', threadId)
    .orderBy('user_id')
    .forNoKeyUpdate()
    .execute();
  if (status === 'expired') {
    await notify(transaction, { kind: 'expired', threadId, userIds: idsOf(knowing.filter((one) => !one.knows_expired)) }, now);
    await transaction.updateTable('saved_deals').set({ knows_expired: true }).where('thread_id', '=', threadId).execute();
    return;
  }
  const cheaper = priceCents === null ? [] : knowing.filter((one) => one.known_cents !== null && priceCents < one.known_cents);
  const notified = new Set(
    priceCents === null ? [] : await announcePrice(transaction, { userIds: idsOf(cheaper), threadId, priceCents }, now),
  );
  // One notification is enough: a price drop implies that the deal works again.
  const revived = knowing.filter((one) => one.knows_expired && !notified.has(one.user_id));
  await notify(transaction, { kind: 'works-again', threadId, userIds: idsOf(revived) }, now);
  await sql`
    update saved_deals set known_cents = least(known_cents, ${priceCents}::int), knows_expired = false
    where thread_id = ${threadId} and (coalesce(known_cents > ${priceCents}, ${priceCents}::int is not null and known_cents is null) or knows_expired)`.execute(
    transaction,
  );
}

const idsOf = (knowing: Known[]) => knowing.map(({ user_id: userId }) => userId);

/**
 * Notifies members who asked for it that a deal ends soon, once, and again when it is to end later than was known.
 * @param most how many reminders in one transaction
 */
export async function remindOfEnds({ db, clock }: JobContext, most = SLICE): Promise<void> {
  const now = clock();
  const before = sql`make_interval(hours => ${REMINDED_HOURS})`;
  await bySlices(db, most, async (transaction) => {
    const { rows } = await sql<{ user_id: number; thread_id: number }>`
      update saved_deals as saved set reminded_at = ${now}::timestamptz
      from (
        select one.user_id, one.thread_id from saved_deals as one join deals using (thread_id) join members using (user_id)
        where one.remind and coalesce(one.reminded_at < deals.expires_at - ${before}, true) and deals.status = 'live'
          and deals.expires_at > ${now}::timestamptz and deals.expires_at <= ${now}::timestamptz + ${before}
        order by one.thread_id, one.user_id limit ${most} for update of one skip locked for key share of members, deals skip locked) as due
      where saved.user_id = due.user_id and saved.thread_id = due.thread_id
      returning saved.user_id, saved.thread_id`.execute(transaction);
    for (const [threadId, of] of Map.groupBy(rows, (row) => row.thread_id))
      await notify(transaction, { kind: 'ends-soon', threadId, userIds: of.map((row) => row.user_id) }, now);
    return rows;
  });
}

const WATCH_MS = 5_000;
const REMIND_MS = 30_000;

/** Follows saved deals. @returns a function that ends it */
export function startWatchedDealsJob(context: JobContext, onError: (error: unknown) => void): () => void {
  const ends = [every(WATCH_MS, () => notifyOfSavedDeals(context), onError), every(REMIND_MS, () => remindOfEnds(context), onError)];
  return () => {
    for (const end of ends) end();
  };
}
