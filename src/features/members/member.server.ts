import { readId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { avatarPath } from '../../lib/avatar.ts';
import { postPath } from '../../lib/community-paths.ts';
import { MENTIONED } from '../comments/mentions.server.ts';
import { toHtml } from '../comments/markup.server.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, toCard } from '../deals/cards.server.ts';
import { shownDeals } from '../deals/shown-deals.server.ts';
import { MAX_INTEGER } from '../../lib/integers.ts';

const DEALS_SHOWN = 12;
const COMMENTS_SHOWN = 20;

/** What everybody may know of a member. */
export interface MemberProfile {
  userid: number;
  username: string;
  avatar: string;
  reputation: number;
  joinedAt: string;
  /** The newest ones. */
  deals: DealCard[];
  comments: { path: string; dealTitle: string; postedAt: string; bodyHtml: string }[];
}

/** Reads a member's public page (spec §2, `/forums/member.php?u={userid}`); undefined when there is no such member. */
export async function loadMember(context: Context, userid: string | null): Promise<MemberProfile | undefined> {
  const { db } = context;
  const id = readId(userid ?? '');
  if (id === undefined || id > MAX_INTEGER) return undefined;
  const member = await db.selectFrom('members').selectAll().where('user_id', '=', id).executeTakeFirst();
  if (!member) return undefined;
  const { user_id: userId, username, avatar } = member;
  const deals = await shownDeals(db)
    .select(CARD_COLUMNS)
    .where('d.posted_by', '=', userId)
    .orderBy('d.posted_at', 'desc')
    .orderBy('d.thread_id', 'desc')
    .limit(DEALS_SHOWN)
    .execute();
  const comments = await db
    .selectFrom('comments as c')
    .innerJoin('deals as d', 'd.thread_id', 'c.thread_id')
    .select(['c.post_id', 'c.body', 'c.posted_at', 'd.title', MENTIONED])
    .where('c.user_id', '=', userId)
    .where('c.status', '=', 'shown')
    .where('d.status', '<>', 'scheduled')
    .orderBy('c.posted_at', 'desc')
    .orderBy('c.post_id', 'desc')
    .limit(COMMENTS_SHOWN)
    .execute();
  return {
    userid: userId,
    username,
    avatar: avatarPath({ userId, username, avatar }),
    reputation: member.reputation,
    joinedAt: member.joined_at.toISOString(),
    deals: deals.map((row) => toCard(context, row)),
    comments: comments.map((row) => ({
      path: postPath(row.post_id),
      dealTitle: row.title,
      postedAt: row.posted_at.toISOString(),
      bodyHtml: toHtml(row.body, row.mentioned),
    })),
  };
}
