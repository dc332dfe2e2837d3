import { map, type MapStore } from 'nanostores';
import { openPopups } from '../accounts/open-popups.ts';
import { requireMember } from '../accounts/require-member.ts';
import { sendVote, type VotedPost } from './client.ts';
import { MESSAGES, VOTES, type Vote } from './contract.ts';
import { showInForms, type ShownVotes } from './forms.ts';

export interface VoteState extends ShownVotes {
  /** Why the last vote did not count. */
  message: string | null;
}

/** The votes on one post, and what is under way. */
interface Post {
  $votes: MapStore<VoteState>;
  /** As the server last told it. */
  known: ShownVotes;
  /** Votes that are not answered yet. */
  casting: number;
  /** When a vote last began or was answered, as `moments` counts. */
  voted: number;
  /** Ends when the last vote was answered: votes on a post are sent one after the other. */
  answered: Promise<unknown>;
}

const posts = new Map<number, Post>();
/** Votes that began, and answers to votes: a clock that tells what came before what. */
let moments = 0;

/** The votes on one post, shared by every control that shows them on the page. */
export const votesOn = (postid: number, score: number | null): MapStore<VoteState> => postOf(postid, score).$votes;

function postOf(postid: number, score: number | null): Post {
  const found = posts.get(postid);
  if (found) return found;
  const known = { score, vote: 'neutral' } as const;
  const post: Post = { $votes: map<VoteState>({ ...known, message: null }), known, casting: 0, voted: 0, answered: Promise.resolve() };
  // On the server everybody would share it, and see its first score for ever.
  if (typeof document === 'undefined') return post;
  posts.set(postid, post);
  post.$votes.listen((state) => showInForms(postid, state));
  return post;
}

/** Casts a vote at once on the screen and takes it back when the server does not count it. */
export async function castVote(voted: VotedPost, chosen: Vote): Promise<void> {
  const post = postOf(voted.postid, null);
  const before = post.$votes.get();
  const vote = before.vote === chosen ? 'neutral' : chosen;
  const score = before.score === null ? null : before.score + VOTES[vote] - VOTES[before.vote];
  post.$votes.set({ score, vote, message: null });
  post.casting++;
  post.voted = ++moments;
  const answered = post.answered.then(() => sendVote(voted, vote));
  post.answered = answered;
  const answer = await answered;
  post.casting--;
  post.voted = ++moments;
  if (!('error' in answer)) post.known = { score: answer.score, vote };
  // Another vote has taken its place meanwhile, and decides what shows.
  if (post.casting > 0) return;
  post.$votes.set({ ...post.known, message: null });
  if (!('error' in answer)) return;
  if (answer.error === 'dologin') requireMember({ kind: 'vote', ...voted, vote: VOTES[chosen] });
  else if (answer.error === 'Unverified Email') void openPopups(['drawer']);
  else post.$votes.setKey('message', answer.error === MESSAGES.tooFast ? MESSAGES.tooFast : MESSAGES.failed);
}

/** The moment from which on a vote makes what the server is asked for now out of date. */
export const voteClock = () => moments;

/** Takes over what the server told of a post, unless it was voted on since it was asked. */
export function applyServerVotes(postid: number, told: Partial<Post['known']>, since: number): void {
  const post = postOf(postid, null);
  if (post.casting > 0 || post.voted > since) return;
  const known = { ...post.known, ...told };
  if (known.score === post.known.score && known.vote === post.known.vote) return;
  post.known = known;
  post.$votes.set({ ...post.$votes.get(), ...known });
}
