import { queuePopups } from '../accounts/popups/store.ts';
import { requireMember } from '../accounts/require-member.ts';
import { DO_LOG_IN, UNVERIFIED_EMAIL } from '../session/contracts/participation.ts';
import { castOnceVerified } from './cast-once-verified.ts';
import { sendVote, type VotedPost } from './client.ts';
import { MESSAGES } from './contracts/vote.ts';
import { beginVote, endVote, sendInTurn, votesOn } from './store.ts';
import { VOTES, type Vote } from './vote.ts';

/** Casts a vote. It is shown at once, and reverted when the server refuses it. One that waits for a verified address is cast again then. */
export async function castVote(voted: VotedPost, chosen: Vote): Promise<void> {
  const { postid } = voted;
  const vote = beginVote(postid, chosen);
  const answer = await sendInTurn(postid, () => sendVote(voted, vote));
  const isLast = endVote(postid, 'error' in answer ? undefined : { score: answer.score, vote });
  if (!isLast || !('error' in answer)) return;
  if (answer.error === DO_LOG_IN) requireMember({ kind: 'vote', ...voted, vote: VOTES[chosen] });
  else if (answer.error === UNVERIFIED_EMAIL) {
    queuePopups(['drawer']);
    castOnceVerified(postid, () => votesOn(postid, null).get().vote !== vote && castVote(voted, chosen));
  } else votesOn(postid, null).setKey('message', answer.error === MESSAGES.tooFast ? MESSAGES.tooFast : MESSAGES.failed);
}
