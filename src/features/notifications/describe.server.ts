import type { PriceTerms } from '../../lib/price-terms.ts';
import { isolated } from '../../lib/bidi-controls.ts';
import { postPath } from '../../lib/community-paths.ts';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import { dealPath } from '../deals/deal.ts';
import { announcedPriceText } from '../deals/price-text.ts';
import type { NotificationKind } from '../../lib/notification-kinds.ts';
import { ALERTS_PAGE, NOTIFICATIONS } from './pages.ts';
import { shownNotifications } from './shown.server.ts';

/** A notification in words. */
export interface DescribedNotification {
  id: number;
  /** One line, such as "ada replied to your comment on “Lamp”". */
  title: string;
  /** What it leads to. */
  path: string;
}

/** What a notification is described from. */
interface DescribedRow {
  id: number;
  kind: NotificationKind;
  thread_id: number | null;
  post_id: number | null;
  /** Null where the comment is hidden or gone. */
  shown_post_id: number | null;
  /** What it cost when the member was notified. */
  price_cents: number | null;
  deal_cents: number | null;
  price_terms: PriceTerms | null;
  data: Record<string, unknown>;
  title: string | null;
  currency: string | null;
  username: string | null;
}

/** The columns of `shownNotifications`, joined with `members as actor`, that `describe` reads. */
export const DESCRIPTION_COLUMNS = [
  ...(['n.id', 'n.kind', 'n.thread_id', 'n.post_id', 'n.price_cents', 'n.data'] as const),
  ...(['d.title', 'd.currency', 'd.price_terms', 'd.price_cents as deal_cents', 'actor.username', 'c.post_id as shown_post_id'] as const),
] as const;

/** Puts notifications into words, in this order; those about what is gone are left out. */
export async function describeNotifications(
  { db, config }: Pick<Context, 'db' | 'config'>,
  ids: number[],
): Promise<DescribedNotification[]> {
  if (ids.length === 0) return [];
  const rows = await shownNotifications(db)
    .leftJoin('members as actor', 'actor.user_id', 'n.actor_id')
    .select(DESCRIPTION_COLUMNS)
    .where('n.id', 'in', ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? [describe(row, config.region)] : [];
  });
}

/** Puts a notification into words. */
export function describe(row: DescribedRow, region: Region): DescribedNotification {
  const { id, kind, thread_id: threadId, post_id: postId, price_cents: cents, data, username } = row;
  const isOnSite = threadId !== null && row.title !== null;
  const dealTitle = row.title ?? 'A deal';
  const deal = `“${isolated(dealTitle)}”`;
  const price = announcedPriceText(row, region);
  const who = username ?? 'Somebody';
  const titles = {
    'deal-alert': price === '' || row.price_terms ? `${deal}: ${price || 'a deal for you'}` : `${deal} for ${price}`,
    reply: `${who} replied to you on ${deal}`,
    quote: `${who} quoted you on ${deal}`,
    mention: `${who} mentioned you on ${deal}`,
    'price-drop': cents === 0 ? `${deal} is free now` : `${deal} fell to ${price}`,
    expired: `${deal} has expired`,
    'works-again': `${deal} works again`,
    'ends-soon': `${deal} ends soon`,
    moderation: typeof data['text'] === 'string' ? data['text'] : 'A moderator made a decision',
    'mails-stopped': `Mails to ${typeof data['email'] === 'string' ? data['email'] : 'your address'} stopped: its mail server refused them`,
  };
  if (kind === 'mails-stopped') return { id, title: titles[kind], path: `${ALERTS_PAGE}#delivery` };
  if (!isOnSite) return { id, title: titles[kind], path: NOTIFICATIONS };
  const hasPost = postId !== null && row.shown_post_id !== null;
  return { id, title: titles[kind], path: hasPost ? postPath(postId) : dealPath({ threadId, title: dealTitle }) };
}
