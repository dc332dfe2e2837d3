import type { Db } from '../../server/db/database.ts';
import { deleteDeals } from '../catalogue/delete-deals.server.ts';
import { deleteNotificationsOfDeals } from '../notifications/delete-of-deals.server.ts';
import { deleteComments } from '../posts/delete-comments.server.ts';
import { deleteReports } from '../reports/delete-reports.server.ts';
import { deleteVotes } from '../votes/delete-votes.server.ts';
import { lockGoingDeals } from './lock-going-deals.server.ts';

interface Removed {
  deals: number;
  /** Comments of the source, and of others on these deals. */
  comments: number;
  foreignComments: number;
  /** Members' own votes, on the deals and the comments. */
  votes: number;
}

/**
 * Deletes deals permanently, in a transaction, with everything of theirs in all features.
 * @param source whose comments on other deals go as well; none unless it is given
 */
export async function removeDeals(
  transaction: Db,
  deals: readonly { thread_id: number; post_id: number }[],
  source?: string,
): Promise<Removed> {
  const threadIds = deals.map(({ thread_id }) => thread_id);
  await lockGoingDeals(transaction, threadIds);
  const comments = await deleteComments(transaction, { source, threadIds });
  const postIds = [...deals.map(({ post_id }) => post_id), ...comments.postIds];
  await deleteReports(transaction, postIds);
  await deleteNotificationsOfDeals(transaction, threadIds);
  const votes = await deleteVotes(transaction, postIds);
  return {
    deals: await deleteDeals(transaction, threadIds),
    comments: comments.ofSource,
    foreignComments: comments.postIds.length - comments.ofSource,
    votes,
  };
}
