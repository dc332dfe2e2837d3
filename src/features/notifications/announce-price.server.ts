import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import { notify } from './notify.server.ts';

interface Cheaper {
  userIds: number[];
  threadId: number;
  priceCents: number;
}

/**
 * Notifies members that a deal fell to a price, in the transaction that compared it. Members who were notified of it at that price or a
 * lower one, by an alert or by this, are left out.
 * @returns who is notified
 */
export async function announcePrice(transaction: Db, { userIds, threadId, priceCents }: Cheaper, now: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    insert into announced_prices (user_id, thread_id, price_cents, announced_at)
    select user_id, ${threadId}, ${priceCents}, ${now}::timestamptz from members
    where user_id = any(${userIds}::int[]) and not exists (select from announced_prices as known
      where known.user_id = members.user_id and known.thread_id = ${threadId} and known.price_cents <= ${priceCents})
    order by user_id for key share of members
    on conflict do nothing returning user_id`.execute(transaction);
  const fresh = rows.map(({ user_id: userId }) => userId);
  const notified = new Set(await notify(transaction, { kind: 'price-drop', userIds: fresh, threadId, priceCents }, now));
  const skipped = fresh.filter((id) => !notified.has(id));
  // Members who do not want price drops may still be notified of this price by an alert.
  if (skipped.length > 0)
    await transaction
      .deleteFrom('announced_prices')
      .where('thread_id', '=', threadId)
      .where('price_cents', '=', priceCents)
      .where('user_id', 'in', skipped)
      .execute();
  return [...notified];
}
