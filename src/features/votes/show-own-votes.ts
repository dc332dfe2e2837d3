import { mayBeOld } from '../../lib/page-age.ts';
import { ask } from './ask.ts';
import { ownVotesCall, type OwnVotesField } from './contracts/own-votes.ts';
import { applyServerVotes, knownForms, voteClock } from './store.ts';
import { watchPosts } from './watch-posts.ts';

/**
 * Shows the member's own votes, also on posts that come later and on a page that the browser kept.
 * @param refreshCounts what brings the counts up to date, where the page may be old
 */
export function watchOwnVotes(refreshCounts: () => void): void {
  watchPosts(showOwnVotes, refreshCounts);
  if (mayBeOld()) refreshCounts();
}

/** Loads the member's votes on all posts of the page in one call, except those that were requested before. */
async function showOwnVotes(requested: Set<number>): Promise<void> {
  const forms = knownForms().filter(({ postid }) => !requested.has(postid));
  for (const { postid } of forms) requested.add(postid);
  if (forms.length === 0) return;
  const fields = forms.map(({ postid, threadid }): [OwnVotesField, number] =>
    threadid === undefined ? ['pi[]', postid] : ['ti[]', threadid],
  );
  const since = voteClock();
  const votes = await ask(ownVotesCall, fields);
  if (votes) for (const { postid, threadid } of forms) applyServerVotes(postid, { vote: votes[threadid ?? postid] ?? 'neutral' }, since);
}
