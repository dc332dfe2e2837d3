import type { Db } from '../../server/db/connect.ts';
import { noteAction } from './actions.server.ts';
import { DEAL_REASONS, POST_REASONS, type Reason } from './contract.ts';
import { changePost, expired, revived, type Comment, type Deal, type Post } from './post.server.ts';
import { settleReports } from './settle.server.ts';

/** So many different members' open reports are acted on before a moderator looks. */
const ENOUGH = 3;

/** What reports do to a locked post by themselves, now that there is one more of a reason. */
export async function actOnReports(transaction: Db, post: Post, reason: Reason, now: Date): Promise<void> {
  if (post.kind === 'comment') await hideWhenEnough(transaction, post, now);
  else if (reason === 'Expired') await expireWhenEnough(transaction, post, now);
  else if (reason === 'Works again') await reviveAgain(transaction, post, now);
}

/**
 * Hides a comment until a moderator has looked; the reports stay open for the moderator. Members whose reports of it were
 * settled before do not count again: what a moderator kept takes three others.
 */
async function hideWhenEnough(transaction: Db, comment: Comment, now: Date): Promise<void> {
  const { members, reasons } = await openReports(transaction, comment, POST_REASONS, true);
  if (members < ENOUGH) return;
  const left = { status: 'hidden' as const };
  await changePost(transaction, comment, left, now);
  const before = { was: comment.state, left, reports: [] };
  await noteAction(transaction, comment, { action: 'hide', moderatorId: null, reason: reasons.join(', '), before }, now);
}

async function expireWhenEnough(transaction: Db, deal: Deal, now: Date): Promise<void> {
  const { members } = await openReports(transaction, deal, ['Expired']);
  if (members < ENOUGH) return;
  const left = expired(deal);
  await changePost(transaction, deal, left, now);
  const before = { was: deal.state, left, reports: [] };
  await noteAction(transaction, deal, { action: 'expire', moderatorId: null, reason: 'Expired', before }, now);
}

/** One word is enough to take back what members said, and not what an editor or a date did. */
async function reviveAgain(transaction: Db, deal: Deal, now: Date): Promise<void> {
  const isPast = deal.state.expiresAt !== null && new Date(deal.state.expiresAt) <= now;
  if (isPast || !(await wasExpiredByReports(transaction, deal))) return;
  const left = revived(deal, now);
  await changePost(transaction, deal, left, now);
  const { ids } = await settleReports(transaction, deal.postId, now, DEAL_REASONS);
  const before = { was: deal.state, left, reports: ids };
  await noteAction(transaction, deal, { action: 'revive', moderatorId: null, reason: 'Works again', before }, now);
}

/** Whether the last that happened to an expired deal is that reports expired it: an editor's work notes another date on it. */
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

async function openReports(
  transaction: Db,
  { postId }: Post,
  wanted: readonly Reason[],
  ofOthers = false,
): Promise<{ members: number; reasons: Reason[] }> {
  const rows = await transaction
    .selectFrom('reports')
    .select(['user_id', 'reason'])
    .where('post_id', '=', postId)
    .where('settled_at', 'is', null)
    .where('reason', 'in', wanted)
    .$if(ofOthers, (query) =>
      query.where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('reports as before')
              .select('before.id')
              .where('before.post_id', '=', postId)
              .whereRef('before.user_id', '=', 'reports.user_id')
              .where('before.settled_at', 'is not', null),
          ),
        ),
      ),
    )
    .orderBy('id')
    .execute();
  return { members: new Set(rows.map((row) => row.user_id)).size, reasons: [...new Set(rows.map(({ reason }) => reason))] };
}
