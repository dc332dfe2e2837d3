import { randomUUID } from 'node:crypto';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { Refused } from '../../lib/refused.ts';
import { parseContextOf } from '../catalogue/parse-fields.ts';
import { GonePost, RejectedAction, OWN_CASE } from '../moderation/rejected-action.ts';
import { notifyPoster } from '../moderation/notify.server.ts';
import type { PostFault, PostFields } from '../posting/contracts/fields.ts';
import { readPost } from '../posting/read-post.server.ts';
import { postingTransaction, savePost } from '../posting/save-post.server.ts';
import { lockSubmission, settleSubmission, type Submission } from '../posting/submissions.server.ts';
import { insertAction } from '../posts/actions.server.ts';

/** What a moderator saw when they decided. */
interface SeenPost {
  id: number;
  /** How often its poster has changed it. */
  revision: number;
}

/**
 * Publishes a waiting deal with the fields as the moderator edited them, under its poster's name. The submission is locked meanwhile: of
 * two moderators the second is told that the first has decided.
 * @returns what is wrong with it, or the published deal
 * @throws RejectedAction when it no longer waits, was changed by its poster, or is the moderator's own; then nothing is done
 */
export async function publishPost(
  context: Context,
  moderatorId: number,
  seen: SeenPost,
  { fields, reason }: { fields: PostFields; reason: string },
): Promise<PostFault | { threadId: number; title: string }> {
  try {
    return await postingTransaction(context, (transaction, now) =>
      publish({ ...context, db: transaction }, { moderatorId, seen, fields, reason, now }),
    );
  } catch (error) {
    if (error instanceof Refused) throw new RejectedAction(error.lines.join(' '));
    throw error;
  }
}

interface Publishing {
  moderatorId: number;
  seen: SeenPost;
  fields: PostFields;
  reason: string;
  now: Date;
}

async function publish(
  context: Context,
  { moderatorId, seen, fields, reason, now }: Publishing,
): Promise<PostFault | { threadId: number; title: string }> {
  const { db: transaction } = context;
  // Checked first, so that no other fault is reported of a deal that no longer waits.
  const { id, userId } = await stillWaiting(transaction, moderatorId, seen);
  const read = await readPost(context, fields);
  if ('field' in read) return read;
  const parseContext = { ...parseContextOf(context), now };
  const { thread_id: threadId, title } = await savePost(transaction, read, { sourceId: randomUUID(), userId }, parseContext);
  await settleSubmission(transaction, id, { status: 'published', fields, threadId, reason }, now);
  const { post_id } = await transaction.selectFrom('deals').select('post_id').where('thread_id', '=', threadId).executeTakeFirstOrThrow();
  const about = { post_id, thread_id: threadId, user_id: userId };
  await insertAction(transaction, { action: 'publish', moderator_id: moderatorId, ...about, reason, done_at: now });
  await notifyPoster(transaction, userId, { title, threadId, reason }, now);
  return { threadId, title };
}

/** Refuses a waiting deal, and tells its poster why. @throws RejectedAction like `publishPost` */
export async function refusePost(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  moderatorId: number,
  seen: SeenPost,
  reason: string,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { id, userId, fields } = await stillWaiting(transaction, moderatorId, seen);
    if (reason === '') throw new RejectedAction('Say why, so that its poster knows. Nothing was changed.', 'reason');
    const now = clock();
    await settleSubmission(transaction, id, { status: 'refused', reason }, now);
    await insertAction(transaction, { action: 'refuse', moderator_id: moderatorId, user_id: userId, reason, done_at: now });
    await notifyPoster(transaction, userId, { title: fields.title, reason }, now);
  });
}

/** Makes sure that the deal still waits, before a preview reports any other fault. @throws RejectedAction like `publishPost` */
export async function requireWaiting({ db }: Pick<Context, 'db'>, moderatorId: number, seen: SeenPost): Promise<void> {
  await db.transaction().execute((transaction) => stillWaiting(transaction, moderatorId, seen));
}

async function stillWaiting(transaction: Db, moderatorId: number, { id, revision }: SeenPost): Promise<Submission> {
  const submission = await lockSubmission(transaction, id);
  if (!submission) throw new GonePost('Its poster has withdrawn this deal. Nothing was changed.');
  if (submission.status !== 'waiting') throw new GonePost('Another moderator has already decided about this deal. Nothing was changed.');
  if (submission.userId === moderatorId) throw new RejectedAction(OWN_CASE.post);
  if (submission.revision !== revision)
    throw new RejectedAction('Its poster has changed this deal meanwhile. Look at it again; what you typed is kept.');
  return submission;
}
