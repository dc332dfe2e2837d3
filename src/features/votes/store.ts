import { map, type MapStore } from 'nanostores';
import { openPopups } from '../accounts/open-popups.ts';
import { requireMember } from '../accounts/require-member.ts';
import { sendVote, type VotedPost } from './client.ts';
import { MESSAGES, VOTES, type Vote } from './contract.ts';

export interface VoteState {
  score: number;
  vote: Vote;
  /** Why the last vote did not count. */
  message: string | null;
}

const posts = new Map<number, MapStore<VoteState>>();

/** The votes on one post, shared by every control that shows them on the page. */
export function votesOn(postid: number, score: number): MapStore<VoteState> {
  let $votes = posts.get(postid);
  if (!$votes) posts.set(postid, ($votes = map<VoteState>({ score, vote: 'neutral', message: null })));
  return $votes;
}

/** Casts a vote at once on the screen and takes it back when the server does not count it. */
export async function castVote($votes: MapStore<VoteState>, post: VotedPost, chosen: Vote): Promise<void> {
  const before = $votes.get();
  const vote = before.vote === chosen ? 'neutral' : chosen;
  $votes.set({ score: before.score + VOTES[vote] - VOTES[before.vote], vote, message: null });
  const answer = await sendVote(post, vote);
  if (!('error' in answer)) {
    if (answer.score !== null) $votes.setKey('score', answer.score);
    return;
  }
  $votes.set({ ...before, message: null });
  if (answer.error === 'dologin') requireMember({ kind: 'vote', ...post, vote: VOTES[chosen] });
  else if (answer.error === 'Unverified Email') void openPopups(['drawer']);
  else $votes.setKey('message', MESSAGES.failed);
}
