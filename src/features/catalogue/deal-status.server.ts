import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import { statusAt } from './status.server.ts';

interface DealState {
  status: DealStatus;
  /** ISO dates. */
  startsAt: string | null;
  expiresAt: string | null;
}

/**
 * Sets the status and dates of a locked deal. Expiring and reviving count as updates of the deal, as they do when editors do it; taking it
 * off the site, or putting it back, does not.
 */
export async function setDealStatus(
  transaction: Db,
  postId: number,
  { status, startsAt, expiresAt }: DealState,
  { was, now }: { was: DealStatus; now: Date },
): Promise<void> {
  const isNews = was !== 'scheduled' && status !== 'scheduled' && was !== status;
  await transaction
    .updateTable('deals')
    .set({ status, starts_at: startsAt, expires_at: expiresAt, changed_at: now })
    .$if(isNews, (update) => update.set({ updated_at: now }))
    .where('post_id', '=', postId)
    .execute();
}

/** Puts locked deals on the front page from a moment on; with null, members' votes decide again. */
export async function setFeatured(transaction: Db, threadIds: number[], since: Date | null): Promise<void> {
  await sql`update deals set featured_at = ${since}::timestamptz, changed_at = now()
    where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
}

/** Expires locked deals, whatever their dates say. */
export async function expireDeals(transaction: Db, threadIds: number[], now: Date): Promise<void> {
  await sql`update deals set status = 'expired', updated_at = ${now}::timestamptz, changed_at = now()
    where thread_id = any(${threadIds}::bigint[])`.execute(transaction);
}

interface DatedDeal {
  thread_id: number;
  status: DealStatus;
  expires_at: Date | null;
}

/** Takes back that locked deals expired; an expiry date that has passed is cleared. */
export async function reviveDeals(transaction: Db, threadIds: number[], now: Date): Promise<Map<number, DatedDeal>> {
  const { rows } = await sql<DatedDeal>`
    update deals set updated_at = ${now}::timestamptz, changed_at = now(),
      expires_at = case when expires_at > ${now}::timestamptz then expires_at end,
      status = case when starts_at > ${now}::timestamptz then 'scheduled' else 'live' end
    where thread_id = any(${threadIds}::bigint[])
    returning thread_id, status, expires_at`.execute(transaction);
  return new Map(rows.map((row) => [row.thread_id, row]));
}

/** Sets when a locked deal starts and expires. Its status follows at once, by the rules that imports have. @returns it */
export async function setDealDates(
  transaction: Db,
  threadId: number,
  { startsAt, expiresAt }: { startsAt: Date | null; expiresAt: Date | null },
  now: Date,
): Promise<DealStatus> {
  const { rows } = await sql<{ status: DealStatus }>`
    update deals as row set starts_at = s.starts_at, expires_at = s.expires_at, status = ${statusAt(now)},
      updated_at = ${now}::timestamptz, changed_at = now()
    from deals as old, (select ${startsAt}::timestamptz as starts_at, ${expiresAt}::timestamptz as expires_at,
      null::boolean as expired) as s
    where row.thread_id = ${threadId} and old.thread_id = row.thread_id
    returning row.status`.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error(`there is no deal ${threadId}`);
  return row.status;
}
