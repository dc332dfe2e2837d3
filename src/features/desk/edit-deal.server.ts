import type { Context } from '../../server/context.ts';
import { Refused } from '../../lib/refused.ts';
import type { PossibleDuplicate } from '../catalogue-files/duplicate-of.server.ts';
import { setFeatured } from '../catalogue/deal-status.server.ts';
import { editDeal, type WithinEdit } from '../editing/edit-deal.server.ts';
import { requireDecidable } from '../moderation/decide.server.ts';
import { notifyAuthor } from '../moderation/notify.server.ts';
import { GonePost, RejectedAction } from '../moderation/rejected-action.ts';
import { DESK } from '../moderation/words.ts';
import { POST_FIELDS, type PostFault } from '../posting/contracts/fields.ts';
import { FIELD_LABELS } from '../posting/field-words.ts';
import { findStore, shopHost } from '../posting/find-store.server.ts';
import { postingTransaction, waitBriefly } from '../posting/save-post.server.ts';
import { insertAction } from '../posts/actions.server.ts';
import { isTakenOffSite, lockPost, type Deal } from '../posts/post-status.server.ts';
import type { Db } from '../../server/db/database.ts';
import type { DealStatus } from '../../server/db/schema/catalogue.ts';
import { changesOf, shownFields } from './editable-deal.ts';
import type { Edit } from './edits.server.ts';

/**
 * Changes a deal as a moderator typed it over what they saw, by the rules of `npm run site -- edit`, and notes it in the log.
 * @param dryRun does everything and takes it back
 * @returns what is wrong with it, if anything; otherwise the first deal of its store that it looks like, if any
 * @throws RejectedAction when somebody else has changed it meanwhile, nothing is different, or it is not for this moderator; then nothing is done
 * @throws Fault 503 when a command keeps the catalogue for long
 */
export async function saveEdit(
  context: Context,
  moderatorId: number,
  { threadId, postId }: { threadId: number; postId: number },
  { was, typed: given }: Edit,
  { dryRun }: { dryRun: boolean },
): Promise<{ fault: PostFault } | { duplicate: PossibleDuplicate | undefined }> {
  const store = given.store === was.store ? was.store : (await findStore(context.db, given.store, shopHost(given.url)))?.slug;
  if (store === undefined) return { fault: { field: 'store', message: given.store === '' ? NO_STORE_THERE : NO_SUCH_STORE } };
  const changed = changesOf(was, { ...given, store });
  if (changed.length === 0) throw new RejectedAction('Nothing is different. Nothing was changed.');
  const changes: Record<string, string | null> = Object.fromEntries(
    changed.map(({ field, after }) => [field, after === '' ? null : after]),
  );
  try {
    const within: WithinEdit = async (transaction, { postId: edited, record }, now) => {
      const deal = await ownedByOthers(transaction, postId, moderatorId);
      if (edited !== postId) throw new RejectedAction(NO_DEAL);
      if (changesOf(was, shownFields(record, context.config.region)).length > 0)
        throw new RejectedAction('Somebody else has changed this deal meanwhile. Look at it again; what you typed is kept.');
      const reason = changed.map(({ field }) => FIELD_LABELS[field]).join(', ');
      await note(transaction, deal, { action: 'edit', moderatorId, reason }, now);
    };
    const { duplicate } = await waitBriefly((waiting) => editDeal(context, String(threadId), { changes }, { dryRun, within, waiting }));
    return { duplicate };
  } catch (error) {
    if (error instanceof Refused) return { fault: faultOf(error) };
    throw error;
  }
}

/**
 * Puts a deal on the front page, or lets members' votes decide that again. Does nothing when it is so already.
 * @returns a message with the effect on the deal
 * @throws RejectedAction as `saveEdit`
 */
export function featureDeal(
  context: Context,
  moderatorId: number,
  postId: number,
  { action, reason }: { action: 'feature' | 'unfeature'; reason: string },
): Promise<string> {
  return postingTransaction(context, async (transaction, now) => {
    const deal = await ownedByOthers(transaction, postId, moderatorId);
    const isFeature = action === 'feature';
    if ((await isFeatured(transaction, postId)) !== isFeature) {
      await setFeatured(transaction, [deal.threadId], isFeature ? now : null);
      await note(transaction, deal, { action, moderatorId, reason }, now);
      await notifyAuthor(transaction, deal, action, reason, now);
    }
    if (!isFeature) return 'It is on the front page only when votes bring it there.';
    return isTakenOffSite(deal) ? 'It is featured, and comes to the front page once it is on the site again.' : FEATURED[deal.state.status];
  });
}

const FEATURED: Record<DealStatus, string> = {
  live: 'It is on the front page.',
  scheduled: 'It is featured, and comes to the front page when it starts.',
  expired: 'It is featured, and comes to the front page once it is revived.',
};

async function isFeatured(db: Db, postId: number): Promise<boolean> {
  const deal = await db.selectFrom('deals').select('featured_at').where('post_id', '=', postId).executeTakeFirstOrThrow();
  return deal.featured_at !== null;
}

const NO_STORE_THERE = 'No store is known at this address: please name one.';
const NO_SUCH_STORE = 'There is no such store. Type the name or the host of one that is known; an import adds others.';

const NO_DEAL = 'This deal no longer exists.';

/**
 * Makes sure that a deal exists, before any other fault is reported.
 * @throws GonePost where it does not, which leads to the deal that it was merged into, if any
 */
export async function requireDeal({ db }: Pick<Context, 'db'>, { threadId, postId }: { threadId: number; postId: number }): Promise<void> {
  const deal = await db.selectFrom('deals').select('post_id').where('post_id', '=', postId).executeTakeFirst();
  if (deal) return;
  const into = await db
    .selectFrom('merged_deals')
    .innerJoin('deals', 'deals.thread_id', 'merged_deals.into_thread_id')
    .select(['deals.thread_id', 'deals.title'])
    .where('merged_deals.thread_id', '=', threadId)
    .executeTakeFirst();
  if (!into) throw new GonePost(NO_DEAL);
  throw new GonePost(
    `This deal was merged into “${into.title}”, which is here. Nothing was changed.`,
    `${DESK.deals}?id=${into.thread_id}`,
  );
}

async function ownedByOthers(transaction: Db, postId: number, moderatorId: number): Promise<Deal> {
  const post = await lockPost(transaction, postId);
  if (post?.kind !== 'deal') throw new GonePost(NO_DEAL);
  await requireDecidable(transaction, post, moderatorId);
  return post;
}

interface Noted {
  action: 'edit' | 'feature' | 'unfeature';
  moderatorId: number;
  reason: string;
}

const note = (transaction: Db, { postId, threadId, authorId }: Deal, { action, moderatorId, reason }: Noted, now: Date) =>
  insertAction(transaction, {
    action,
    post_id: postId,
    thread_id: threadId,
    user_id: authorId,
    moderator_id: moderatorId,
    reason,
    done_at: now,
  });

/** The first line of what editors are told, for the form. */
function faultOf({ lines: [line = ''] }: Refused): PostFault {
  const [, name, reason = ''] = /^(\w+)(?:: | )(.*)$/s.exec(line) ?? [];
  const field = POST_FIELDS.find((one) => one === name);
  return field ? { field, message: `${FIELD_LABELS[field]} ${reason}.` } : { field: 'title', message: line };
}
