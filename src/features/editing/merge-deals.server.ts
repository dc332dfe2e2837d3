import type { Context } from '../../server/context.ts';
import { absorbDeals } from '../catalogue/absorb-deals.server.ts';
import { moveComments } from '../posts/move-comments.server.ts';
import { moveNotifications } from '../notifications/move-notifications.server.ts';
import { moveHidden } from '../hidden-deals/hide.server.ts';
import { moveSaved } from '../saved/move-saved.server.ts';
import { moveResults } from '../coupon-results/answers.server.ts';
import { deleteReports } from '../reports/delete-reports.server.ts';
import { moveVotes } from '../votes/move-votes.server.ts';
import { counted } from '../../lib/counted.ts';
import type { CommandResult } from '../../lib/command-result.ts';
import type { Db } from '../../server/db/database.ts';
import { lockGoingDeals } from './lock-going-deals.server.ts';
import { addressOf, dealLabel, findDeal, type NamedDeal } from './named-deals.server.ts';
import { refuseOffSite } from './off-site.server.ts';
import { Refused } from '../../lib/refused.ts';
import { editingTransaction } from './editing-transaction.server.ts';

/**
 * Merges a duplicate into another deal. Its comments, its votes, and the collections and observed prices in the same currency that the
 * other lacks move there; the duplicate and the reports on it are deleted, and its address redirects to the other from now on.
 * @throws Refused when a name matches no deal, both match the same, or the other is off the site, so that the address would lead nowhere
 */
export function mergeDeals(
  context: Context,
  duplicateName: string,
  intoName: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<CommandResult> {
  const merge = async (transaction: Db, now: Date): Promise<CommandResult> => {
    const duplicate = await findDeal(transaction, duplicateName);
    const into = await findDeal(transaction, intoName);
    if (duplicate.merged) {
      if (duplicate.thread_id === into.thread_id)
        return { messages: [`${duplicateName} is merged into ${dealLabel(into)} already`], changed: false };
      throw new Refused(`${duplicateName} was merged into ${dealLabel(duplicate)} before; to merge that one too, name it`);
    }
    if (duplicate.thread_id === into.thread_id) {
      throw new Refused(
        `${duplicateName} and ${intoName} are the same deal, ${dealLabel(into)}; name the one that is to go, then the one that stays`,
      );
    }
    refuseOffSite([into]);
    const [moved] = await mergeAtOnce(transaction, [{ duplicate, into }], now);
    const ended = endsLive(duplicate, into)
      ? [
          `Warning: ${dealLabel(into)} has expired, and ${duplicate.thread_id} had not; "revive ${into.thread_id}" if that is still to be had`,
        ]
      : [];
    if (dryRun) {
      const would = `${dealLabel(duplicate)} would be merged into ${dealLabel(into)}: ${moved} would move; nothing was written`;
      return { messages: [would, ...ended], changed: false };
    }
    return {
      messages: [
        `Merged ${dealLabel(duplicate)} into ${dealLabel(into)}: ${moved} moved`,
        `Its address leads to ${addressOf(context.config.siteUrl, into)} now`,
        ...ended,
      ],
      changed: true,
    };
  };
  return editingTransaction(context, merge, { dryRun });
}

/** Whether a merge takes a live deal off the lists, since the one that stays has expired. */
export const endsLive = (duplicate: NamedDeal, into: NamedDeal): boolean => duplicate.status === 'live' && into.status === 'expired';

/** Merges deals into others, in an editor's transaction. @param merges in which no deal is twice @returns what moved of each, for editors */
export async function mergeAtOnce(
  transaction: Db,
  merges: readonly { duplicate: NamedDeal; into: NamedDeal }[],
  now: Date,
): Promise<string[]> {
  const threads = merges.map(({ duplicate, into }) => ({ from: duplicate.thread_id, into: into.thread_id }));
  const posts = merges.map(({ duplicate, into }) => ({ from: duplicate.post_id, into: into.post_id }));
  // Locked before anything that the job for saved deals may wait for, to avoid a deadlock.
  await moveSaved(transaction, threads);
  await lockGoingDeals(
    transaction,
    threads.map(({ from }) => from),
  );
  const comments = await moveComments(transaction, threads);
  const votes = await moveVotes(transaction, posts, now);
  await moveNotifications(transaction, threads, now);
  await moveResults(transaction, threads);
  await moveHidden(transaction, threads);
  // Reports on a duplicate, such as "Repost", do not apply to the other.
  await deleteReports(
    transaction,
    posts.map(({ from }) => from),
  );
  const absorbed = await absorbDeals(transaction, merges);
  return merges.map(({ into }, at) => {
    const { collections = 0, prices = 0, leftOut } = absorbed[at] ?? {};
    const without = leftOut ? ` (${counted(leftOut.prices, 'price')} in ${leftOut.currency} left out)` : '';
    const moved = [
      counted(comments.get(into.thread_id) ?? 0, 'comment'),
      counted(votes.get(into.post_id) ?? 0, 'vote'),
      counted(collections, 'collection'),
      counted(prices, 'price'),
    ];
    return moved.join(', ') + without;
  });
}
