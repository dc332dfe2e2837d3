import type { Selectable } from 'kysely';
import type { Db } from '../../server/db/database.ts';
import type { Tables } from '../../server/db/schema.ts';
import { setDealStatus } from '../catalogue/deal-status.server.ts';
import { isOffSite } from '../catalogue/status.server.ts';
import { lockDealOf } from './visible-comments.server.ts';

type DealRow = Selectable<Tables['deals']>;
type CommentRow = Selectable<Tables['comments']>;

/** What of a post reports and moderators change, as it is stored with an action that may be undone. */
export type PostState = { status: CommentRow['status'] } | { status: DealRow['status']; startsAt: string | null; expiresAt: string | null };

interface AnyPost {
  postId: number;
  threadId: number;
  authorId: number | null;
}

export type Deal = AnyPost & { kind: 'deal'; updatedAt: Date; state: Extract<PostState, { startsAt: string | null }> };
export type Comment = AnyPost & { kind: 'comment'; isTextGone: boolean; state: { status: CommentRow['status'] } };
/** A deal or a comment; both have a `postid` of one sequence (contract.md, Community). */
export type Post = Deal | Comment;

/** Locks a post until the transaction ends. @returns undefined when there is none */
export async function lockPost(transaction: Db, postId: number): Promise<Post | undefined> {
  const deal = await transaction
    .selectFrom('deals')
    .select(['thread_id', 'posted_by', 'status', 'starts_at', 'expires_at', 'updated_at'])
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (deal) {
    const state = { status: deal.status, startsAt: isoOf(deal.starts_at), expiresAt: isoOf(deal.expires_at) };
    return { kind: 'deal', postId, threadId: deal.thread_id, authorId: deal.posted_by, updatedAt: deal.updated_at, state };
  }
  await lockDealOf(transaction, postId);
  const comment = await transaction
    .selectFrom('comments')
    .select(['thread_id', 'user_id', 'status', 'body'])
    .where('post_id', '=', postId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!comment) return undefined;
  const { thread_id: threadId, user_id: authorId, status, body } = comment;
  return { kind: 'comment', postId, threadId, authorId, isTextGone: body === '', state: { status } };
}

const isoOf = (date: Date | null) => date && date.toISOString();

/** Puts a locked post into another state. */
export async function setPostStatus(transaction: Db, post: Post, state: PostState, now: Date): Promise<void> {
  if (post.kind === 'deal' && 'startsAt' in state) return setDealStatus(transaction, post.postId, state, { was: post.state.status, now });
  if (post.kind === 'deal' || 'startsAt' in state) throw new TypeError(`a ${post.kind} was to be put into another kind's state`);
  await transaction.updateTable('comments').set({ status: state.status }).where('post_id', '=', post.postId).execute();
}

/** Scheduled without a date: neither an import nor a date shows the deal again. */
export const takenOffSite = ({ state }: Deal): PostState => ({ ...state, status: 'scheduled', startsAt: null });

export const isTakenOffSite = ({ state }: Deal): boolean => isOffSite(state);

export const expired = ({ state }: Deal): PostState => ({ ...state, status: 'expired' });

/** A date that has passed is cleared, as when an editor revives a deal. */
export function revived({ state }: Deal, now: Date): PostState {
  const isPast = state.expiresAt !== null && new Date(state.expiresAt) <= now;
  const waits = state.startsAt !== null && new Date(state.startsAt) > now;
  return { ...state, status: waits ? 'scheduled' : 'live', expiresAt: isPast ? null : state.expiresAt };
}
