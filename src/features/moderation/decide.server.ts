import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { mayModerate, ROLE_NAMES, type Role } from '../../lib/roles.ts';
import { noteAction } from '../posts/actions.server.ts';
import { MESSAGES } from '../reports/contracts/report.ts';
import {
  expired,
  isTakenOffSite,
  lockPost,
  revived,
  setPostStatus,
  takenOffSite,
  type Post,
  type PostState,
} from '../posts/post-status.server.ts';
import { resolveReports } from '../reports/resolve.server.ts';
import { GonePost, RejectedAction, OWN_CASE } from './rejected-action.ts';
import { newestActions } from './queue.server.ts';
import { shownOf } from './shown.server.ts';
import { suspendAuthor, warnAuthor } from './sanctions.server.ts';
import { notifyAuthor } from './notify.server.ts';
import { ACTION_LABELS, type Decision } from './words.ts';

export interface DecisionInput {
  postId: number;
  decision: Decision;
  /** What is done to the author besides; a date is the end of a suspension. */
  author: 'warn' | Date | undefined;
  /** Stands in the public log, and in the mail to the author. */
  reason: string;
  /** The newest moderator's action on the post that was shown to the moderator who decides; 0 for none. */
  seen: number;
  /** What was shown of the post (`shownOf`); undefined where its form does not say. */
  shown?: string | undefined;
}

/**
 * Decides about a post, which resolves its open reports, and sanctions its author, in one transaction. The post is
 * locked meanwhile: of two moderators the second gets a message that the first has decided.
 * @returns what was done
 * @throws RejectedAction when it cannot be done, or this moderator may not do it (`requireDecidable`); then nothing is done
 */
export function decide(
  { db, clock, config }: Pick<Context, 'db' | 'clock' | 'config'>,
  moderatorId: number,
  decided: DecisionInput,
): Promise<string> {
  const { postId, decision, author, reason, seen, shown } = decided;
  return db.transaction().execute(async (transaction) => {
    const post = await lockPost(transaction, postId);
    if (!post) throw new GonePost(MESSAGES.gone);
    await requireDecidable(transaction, post, moderatorId);
    await requireNoNewerAction(transaction, postId, seen);
    if (shown !== undefined && !TAKING_DOWN.has(decision)) await requireAsShown(transaction, postId, shown);
    const now = clock();
    const left = stateAfter(post, decision, now);
    await setPostStatus(transaction, post, left, now);
    const { ids: reports, reasons } = await resolveReports(transaction, postId, now);
    const before = { was: post.state, left, reports };
    const action = { action: decision, moderatorId, reason: reason || reasons.join(', '), before };
    await noteAction(transaction, post, action, now);
    await notifyAuthor(transaction, post, decision, reason, now);
    if (author === undefined) return `${ACTION_LABELS[decision]}.`;
    const sanction = { post, moderatorId, reason, now, region: config.region };
    if (author === 'warn') return `${ACTION_LABELS[decision]}, and ${await warnAuthor(transaction, sanction)}.`;
    return `${ACTION_LABELS[decision]}, and ${await suspendAuthor(transaction, sanction, author)}.`;
  });
}

/**
 * Refuses a moderator what they wrote themselves, and what another moderator wrote; about that administrators decide.
 * @throws RejectedAction with who decides instead
 */
export async function requireDecidable(transaction: Db, { authorId }: Pick<Post, 'authorId'>, moderatorId: number): Promise<void> {
  if (authorId === moderatorId) throw new RejectedAction(OWN_CASE.post);
  const peer = await peerOf(transaction, authorId, moderatorId);
  if (peer)
    throw new RejectedAction(
      `${peer.username} is ${ROLE_NAMES[peer.role]}: only administrators decide about what they wrote. Nothing was changed.`,
    );
}

/** The author, if a moderator may not decide about their posts: another moderator's posts are for administrators. */
export async function peerOf(
  transaction: Db,
  authorId: number | null,
  moderatorId: number,
): Promise<{ username: string; role: Role } | undefined> {
  const accounts = await transaction
    .selectFrom('accounts as a')
    .innerJoin('members as m', 'm.user_id', 'a.user_id')
    .select(['a.user_id', 'a.role', 'm.username'])
    .where('a.user_id', 'in', [authorId ?? 0, moderatorId])
    .execute();
  const author = accounts.find(({ user_id: userId }) => userId === authorId);
  const moderator = accounts.find(({ user_id: userId }) => userId === moderatorId);
  return author && mayModerate(author.role) && moderator?.role !== 'administrator' ? author : undefined;
}

async function requireNoNewerAction(transaction: Db, postId: number, seen: number): Promise<void> {
  const newest = (await newestActions(transaction, [postId])).get(postId) ?? 0;
  if (newest !== seen) throw new RejectedAction('Another moderator has already handled this post. Nothing was changed.');
}

/** Decisions that hold whatever else is reported of a post, and that its author cannot put off by changing it. */
const TAKING_DOWN = new Set<Decision>(['hide', 'delete']);

async function requireAsShown(transaction: Db, postId: number, shown: string): Promise<void> {
  if ((await shownOf(transaction, [postId])).get(postId) === shown) return;
  throw new RejectedAction('This post was reported again, or its author has changed it meanwhile. Look at it again. Nothing was changed.');
}

/** How a decision leaves a post. */
function stateAfter(post: Post, decision: Decision, now: Date): PostState {
  if (post.kind === 'comment') {
    if (post.state.status === 'deleted') throw new RejectedAction('This comment is deleted already.');
    const status = { keep: 'shown', hide: 'hidden', delete: 'deleted', expire: undefined, revive: undefined } as const;
    return { status: status[decision] ?? notForThis(decision) };
  }
  if (isTakenOffSite(post)) throw new RejectedAction('This deal is off the site already.');
  const { status } = post.state;
  if (decision === 'keep') return post.state;
  if (decision === 'expire') return status === 'live' ? expired(post) : notForThis(decision);
  if (decision === 'revive') return status === 'expired' ? revived(post, now) : notForThis(decision);
  return takenOffSite(post);
}

function notForThis(decision: Decision): never {
  throw new RejectedAction(`There is nothing to ${decision} here.`);
}
