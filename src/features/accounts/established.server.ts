import { DAY_MS } from '../../lib/durations.ts';
import type { Db } from '../../server/db/database.ts';

const NEW_MS = DAY_MS;

/**
 * Whether what a member does shows by itself, such as a report or a posted deal: their account is older than a day, or others think well of
 * them. What others do is for moderators first.
 */
export async function isEstablished(db: Db, userId: number, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('accounts as a')
    .innerJoin('members as m', 'm.user_id', 'a.user_id')
    .select('a.user_id')
    .where('a.user_id', '=', userId)
    .where((eb) => eb.or([eb('a.created_at', '<=', new Date(now.getTime() - NEW_MS)), eb('m.reputation', '>', 0)]))
    .executeTakeFirst();
  return found !== undefined;
}
