import { isFault, postForm } from '../session/calls.ts';
import { MESSAGES, voteCall, type VoteAnswer } from './contracts/vote.ts';
import { VOTES, type Vote, type VoteType } from './vote.ts';

export interface VotedPost {
  postid: number;
  votetypeid: VoteType;
}

/** Sends one vote (spec §7). Whatever goes wrong on the way comes back as an error to show. */
export async function sendVote({ postid, votetypeid }: VotedPost, vote: Vote): Promise<VoteAnswer> {
  const answer = await postForm(voteCall, { postid: String(postid), votetypeid: `${votetypeid}`, vote: `${VOTES[vote]}` });
  if (!isFault(answer)) return answer;
  return { error: answer.isTooOften ? MESSAGES.tooFast : MESSAGES.failed };
}
