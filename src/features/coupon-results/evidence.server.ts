import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { couponEvidence, normalCode, WITHIN_MS, type CouponEvidence } from '../../lib/coupon-evidence.ts';

/** Deals or offers, by their ids, with their codes. */
interface CouponSubjects {
  kind: 'deal' | 'offer';
  codes: Map<number, string>;
}

/** Reads how codes worked, by the ids of their deals or offers. Answers of members do not count while they are suspended. */
export async function readEvidence(db: Db, { kind, codes }: CouponSubjects, now: Date): Promise<Map<number, CouponEvidence | null>> {
  if (codes.size === 0) return new Map();
  const id = sql.ref<number>(kind === 'deal' ? 'r.thread_id' : 'r.offer_id');
  const rows = await db
    .selectFrom('coupon_results as r')
    .leftJoin('accounts as a', 'a.user_id', 'r.user_id')
    .select([id.as('id'), 'r.code', 'r.worked', 'r.answered_at as at'])
    .where(id, 'in', [...codes.keys()])
    .where('r.counts', '=', true)
    .where('r.answered_at', '>=', new Date(now.getTime() - WITHIN_MS.month))
    .where((eb) => eb.or([eb('a.suspended_until', 'is', null), eb('a.suspended_until', '<=', now)]))
    .execute();
  const answers = Map.groupBy(rows, (row) => row.id);
  return new Map(
    [...codes].map(([of, code]) => [
      of,
      couponEvidence(
        (answers.get(of) ?? []).filter((row) => row.code === normalCode(code)),
        now,
      ),
    ]),
  );
}
