import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { currentMemberOf } from '../accounts/former-accounts.server.ts';
import type { Reason } from './report.ts';
import { every } from '../../server/every.ts';
import { DAY_MS } from '../../lib/durations.ts';

interface Resolved {
  ids: number[];
  /** Each once, as the public log names them. */
  reasons: Reason[];
}

/** Resolves the open reports on a post, all of them or those with certain reasons. */
export async function resolveReports(transaction: Db, postId: number, now: Date, reasons?: readonly Reason[]): Promise<Resolved> {
  const rows = await transaction
    .updateTable('reports')
    .set({ resolved_at: now })
    .where('post_id', '=', postId)
    .where('resolved_at', 'is', null)
    .$call((update) => (reasons === undefined ? update : update.where('reason', 'in', reasons)))
    .returning(['id', 'reason'])
    .execute();
  return { ids: rows.map(({ id }) => id), reasons: [...new Set(rows.map(({ reason }) => reason))] };
}

/** Reopens resolved reports, except where the member, or their account of today, has reported the same again. */
export async function reopenReports(transaction: Db, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction
    .updateTable('reports as r')
    .set({ resolved_at: null })
    .where('r.id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reports as anew')
            .select('anew.id')
            .whereRef('anew.post_id', '=', 'r.post_id')
            .where((eb) => eb(currentMemberOf('anew.user_id'), '=', currentMemberOf('r.user_id')))
            .whereRef('anew.reason', '=', 'r.reason')
            .where('anew.resolved_at', 'is', null),
        ),
      ),
    )
    .execute();
}

const KEPT_MS = 365 * DAY_MS;
const COUNTED_MS = 30 * DAY_MS;

/**
 * Deletes reports that were resolved more than a year ago, and the origins of reports that are older than 30 days.
 * @param most how many in one transaction
 */
export async function clearOldReports({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  await changeBySlices(db, sql`delete from reports`, sql`reports where resolved_at < ${before(KEPT_MS)}::timestamptz`, most);
  // Origins are deleted after the same time as those of votes. Without them the reports of one person could count as several, so they no
  // longer count.
  await changeBySlices(
    db,
    sql`update reports set network = null, browser = null, counts = false`,
    sql`reports where created_at < ${before(COUNTED_MS)}::timestamptz and (counts or network is not null or browser is not null) order by created_at`,
    most,
  );
}

/** Clears old reports away every day. @returns a function that ends it */
export function startReportsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  void clearOldReports(context).catch(onError);
  return every(DAY_MS, () => clearOldReports(context), onError);
}
