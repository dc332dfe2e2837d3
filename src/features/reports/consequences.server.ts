import type { Db } from '../../server/db/database.ts';
import { currentMemberOf } from '../accounts/former-accounts.server.ts';
import { noteAction } from '../posts/actions.server.ts';
import { DEAL_REASONS, POST_REASONS, type Reason } from './report.ts';
import { setPostStatus, expired, revived, type Comment, type Deal, type Post } from '../posts/post-status.server.ts';
import { notifyHidden } from './notify-hidden.server.ts';
import { byReporter } from './reporters.ts';
import { resolveReports } from './resolve.server.ts';

/** How many different reporters it takes for their open reports to have an effect before a moderator looks. */
const ENOUGH = 3;

/** Applies the automatic effects of reports to a locked post, after another report with this reason. */
export async function actOnReports(transaction: Db, post: Post, reason: Reason, now: Date): Promise<void> {
  if (post.kind === 'comment') await hideWhenEnough(transaction, post, now);
  else if (reason === 'Expired') await expireWhenEnough(transaction, post, now);
  else if (reason === 'Works again') await reviveAgain(transaction, post, now);
}

/**
 * Hides a comment until a moderator has looked; the reports stay open for the moderator. Members whose reports of it were
 * resolved before do not count again: to hide a comment that a moderator kept takes three other members.
 */
async function hideWhenEnough(transaction: Db, comment: Comment, now: Date): Promise<void> {
  const { reporters, reasons } = await openReports(transaction, comment, POST_REASONS, true);
  if (reporters < ENOUGH) return;
  const left = { status: 'hidden' as const };
  await setPostStatus(transaction, comment, left, now);
  const before = { was: comment.state, left, reports: [] };
  await noteAction(transaction, comment, { action: 'hide', moderatorId: null, reason: reasons.join(', '), before }, now);
  await notifyHidden(transaction, comment, now);
}

async function expireWhenEnough(transaction: Db, deal: Deal, now: Date): Promise<void> {
  const { reporters } = await openReports(transaction, deal, ['Expired']);
  if (reporters < ENOUGH) return;
  const left = expired(deal);
  await setPostStatus(transaction, deal, left, now);
  const before = { was: deal.state, left, reports: [] };
  await noteAction(transaction, deal, { action: 'expire', moderatorId: null, reason: 'Expired', before }, now);
}

/** One report revives a deal that reports expired, but not one that an editor or its date expired. */
async function reviveAgain(transaction: Db, deal: Deal, now: Date): Promise<void> {
  const isPast = deal.state.expiresAt !== null && new Date(deal.state.expiresAt) <= now;
  if (isPast || !(await wasExpiredByReports(transaction, deal))) return;
  const left = revived(deal, now);
  await setPostStatus(transaction, deal, left, now);
  const { ids } = await resolveReports(transaction, deal.postId, now, DEAL_REASONS);
  const before = { was: deal.state, left, reports: ids };
  await noteAction(transaction, deal, { action: 'revive', moderatorId: null, reason: 'Works again', before }, now);
}

/** Whether reports were the last to change an expired deal: any later edit would have set another `updated_at`. */
async function wasExpiredByReports(transaction: Db, { postId, updatedAt }: Deal): Promise<boolean> {
  const action = await transaction
    .selectFrom('moderation_actions')
    .select('id')
    .where('post_id', '=', postId)
    .where('action', '=', 'expire')
    .where('moderator_id', 'is', null)
    .where('undone_at', 'is', null)
    .where('done_at', '=', updatedAt)
    .executeTakeFirst();
  return action !== undefined;
}

/** Counts the different reporters of open reports that count, and gathers what they say. */
async function openReports(
  transaction: Db,
  { postId }: Post,
  wanted: readonly Reason[],
  ofOthers = false,
): Promise<{ reporters: number; reasons: Reason[] }> {
  const rows = await transaction
    .selectFrom('reports as r')
    .select(['r.reason', 'r.resolved_at', 'r.counts', 'r.network', 'r.browser', currentMemberOf('r.user_id').as('person')])
    .where('r.post_id', '=', postId)
    .orderBy('r.id')
    .execute();
  const open = rows.filter((row) => row.resolved_at === null && row.counts && wanted.includes(row.reason));
  const before = ofOthers ? rows.filter((row) => row.resolved_at !== null) : [];
  const reporters = byReporter([...before, ...open]).filter((group) => !group.some((row) => before.includes(row)));
  const counted = open.filter((row) => reporters.some((group) => group.includes(row)));
  return { reporters: reporters.length, reasons: [...new Set(counted.map(({ reason }) => reason))] };
}
