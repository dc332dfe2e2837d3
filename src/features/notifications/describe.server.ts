import { formatMoney } from '../../lib/money.ts';
import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';

/** A notification in words. */
export interface Described {
  id: number;
  /** One line, such as "ada replied to your comment on “Lamp”". */
  title: string;
  /** What it leads to. */
  path: string;
}

/** Puts notifications into words, in this order; those about what is gone are left out. */
export async function describeNotifications({ db }: Pick<Context, 'db'>, ids: number[]): Promise<Described[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('notifications as n')
    .leftJoin('deals as d', (join) => join.onRef('d.thread_id', '=', 'n.thread_id').on('d.status', '<>', 'scheduled'))
    .leftJoin('members as actor', 'actor.user_id', 'n.actor_id')
    .select(['n.id', 'n.kind', 'n.thread_id', 'n.post_id', 'n.price_cents', 'n.data', 'd.title', 'd.currency', 'actor.username'])
    .where('n.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const { kind, thread_id, post_id, price_cents, data, title, currency, username } = row;
    if (kind === 'moderation')
      return { id, title: typeof data['text'] === 'string' ? data['text'] : 'A moderator made a decision', path: '/account/notifications' };
    if (thread_id === null || title === null) return [];
    const deal = `“${title}”`;
    const price = price_cents === null ? '' : formatMoney(price_cents, currency ?? 'USD');
    const who = username ?? 'Somebody';
    const titles = {
      'deal-alert': `${deal} for ${price}`,
      reply: `${who} replied to you on ${deal}`,
      quote: `${who} quoted you on ${deal}`,
      mention: `${who} mentioned you on ${deal}`,
      'price-drop': `${deal} fell to ${price}`,
      expired: `${deal} has expired`,
      'works-again': `${deal} works again`,
      'ends-soon': `${deal} ends soon`,
    };
    const path = dealPath({ threadId: thread_id, title }) + (post_id === null ? '' : `#post${post_id}`);
    return { id, title: titles[kind], path };
  });
}
