import { isFault, postForm } from '../session/calls.ts';
import { MESSAGES, VOTE_ADDRESS, VOTES, type Vote, type VoteAnswer } from './contract.ts';

export interface VotedPost {
  postid: number;
  votetypeid: number;
}

/** Sends one vote (spec §7). Whatever goes wrong on the way comes back as an error to show. */
export async function sendVote({ postid, votetypeid }: VotedPost, vote: Vote): Promise<VoteAnswer> {
  const fields = { postid: String(postid), votetypeid: String(votetypeid), vote: String(VOTES[vote]) };
  const answer = await postForm<VoteAnswer>(VOTE_ADDRESS, fields);
  if (!isFault(answer)) return answer;
  return { error: answer.isTooOften ? MESSAGES.tooFast : MESSAGES.failed };
}
