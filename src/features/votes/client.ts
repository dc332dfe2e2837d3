import { MESSAGES, VOTES, type Vote, type VoteAnswer } from './contract.ts';

const ADDRESS = '/forums/sdthreadrate_ajax.php';

/** Sends one vote (spec §7). Whatever goes wrong on the way comes back as an error to show. */
export async function sendVote(post: { postid: number; votetypeid: number }, vote: Vote): Promise<VoteAnswer> {
  const body = new URLSearchParams({
    ajax: '1',
    postid: String(post.postid),
    votetypeid: String(post.votetypeid),
    vote: String(VOTES[vote]),
    securitytoken: 'guest',
  });
  try {
    const response = await fetch(ADDRESS, { method: 'POST', body, headers: { accept: 'application/json' } });
    return (await response.json()) as VoteAnswer;
  } catch {
    return { error: MESSAGES.failed };
  }
}
