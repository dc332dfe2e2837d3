import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import { noteDeals } from '../../server/db/changes.ts';
import type { Db } from '../../server/db/database.ts';
import { type Move, moveTable } from '../../server/db/moves.ts';
import { bySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { normalCode, WITHIN_MS } from '../../lib/coupon-evidence.ts';
import { DAY_MS } from '../../lib/durations.ts';

/** What an answer is about. */
export interface CouponSubject {
  kind: 'deal' | 'offer';
  id: number;
}

/** Answers by younger accounts do not count (decision 066). */
const ESTABLISHED_MS = 14 * DAY_MS;
const FADED_EVERY_MS = 600_000;

/**
 * Stores whether a code worked for a member, replacing their earlier answer.
 * @returns whether it counts; undefined when the code or the member no longer exists
 */
export async function noteResult(
  db: Db,
  userId: number,
  { kind, id }: CouponSubject,
  { code, worked }: { code: string; worked: boolean },
  now: Date,
): Promise<boolean | undefined> {
  const subject = kind === 'deal' ? sql`thread_id, null::int as offer_id` : sql`null::bigint as thread_id, id as offer_id`;
  const found = kind === 'deal' ? sql`deals where thread_id = ${id}` : sql`offers where id = ${id}`;
  const itsCode = kind === 'deal' ? sql`coupon_code` : sql`code`;
  return db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ counts: boolean }>`
    insert into coupon_results (user_id, thread_id, offer_id, code, worked, answered_at, counts)
    select m.user_id, c.thread_id, c.offer_id, ${normalCode(code)}, ${worked}, ${now},
      coalesce(a.created_at <= ${new Date(now.getTime() - ESTABLISHED_MS)}::timestamptz, false)
    from (select ${subject} from ${found} and status = 'live' and upper(btrim(${itsCode})) = ${normalCode(code)}) as c
    cross join members as m left join accounts as a on a.user_id = m.user_id where m.user_id = ${userId}
    on conflict (user_id, thread_id, offer_id, code) do update
      set worked = excluded.worked, answered_at = excluded.answered_at, counts = excluded.counts, age = 'week'
    returning counts`.execute(transaction);
    // Triggers note the pages of offers and the deal's own page as changed; other pages with the deal's card are noted here.
    if (kind === 'deal' && rows[0]?.counts) await noteDeals(transaction, [id]);
    return rows[0]?.counts;
  });
}

/** Moves answers on deals to others, by threads, in a transaction; of members who answered on both, the answer on the other deal stays. */
export async function moveResults(transaction: Db, moves: readonly Move[]): Promise<void> {
  await sql`insert into coupon_results (user_id, thread_id, code, worked, answered_at, counts, age)
    select user_id, into_id, code, worked, answered_at, counts, age from coupon_results join ${moveTable(moves)} on thread_id = from_id
    on conflict (user_id, thread_id, offer_id, code) do nothing`.execute(transaction);
  await sql`delete from coupon_results using ${moveTable(moves)} where thread_id = from_id`.execute(transaction);
}

/** A member's answers about coupons, for the download of their data. */
export async function resultsOf(db: Db, userId: number): Promise<object[]> {
  return db
    .selectFrom('coupon_results')
    .select(['thread_id', 'offer_id', 'code', 'worked', 'answered_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
}

/** Starts the job that updates pages whose "this week" is no longer true. @returns a function that ends it */
export function startResultAgeJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(FADED_EVERY_MS, () => ageResults(context), onError);
}

/**
 * Marks answers that have left the week or the month, and notes the pages that show them.
 * @param most how many in one transaction
 * @returns how many
 */
export async function ageResults({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<number> {
  const now = clock().getTime();
  const [week, month] = [new Date(now - WITHIN_MS.week), new Date(now - WITHIN_MS.month)];
  const marked = await bySlices(db, most, async (transaction) => {
    const { rows } = await sql<{ thread_id: number | null }>`
      update coupon_results set age = case when answered_at < ${month}::timestamptz then 'old' else 'month' end
      where id = any(array(
        select id from coupon_results
        where (age = 'week' and answered_at < ${week}::timestamptz) or (age = 'month' and answered_at < ${month}::timestamptz)
        limit ${most} for update skip locked))
      returning thread_id`.execute(transaction);
    const deals = new Set(rows.flatMap(({ thread_id: threadId }) => threadId ?? []));
    if (deals.size > 0) await noteDeals(transaction, [...deals]);
    return rows;
  });
  return marked.length;
}
