import { map, type MapStore } from 'nanostores';
import { showVotesInForms, voteForms, type ShownVotes, type VoteForm } from './forms.ts';
import { VOTES, type Vote } from './vote.ts';

interface VoteState extends ShownVotes {
  /** Why the last vote did not count. */
  message: string | null;
}

/** The votes on one post, and what is under way. */
interface Post {
  $votes: MapStore<VoteState>;
  /** As the server last answered. */
  known: ShownVotes;
  /** Votes that are not answered yet. */
  casting: number;
  /** When a vote last began or was answered, as `moments` counts. */
  voted: number;
  /** Ends when the last vote was answered: votes on a post are sent one after the other. */
  answered: Promise<unknown>;
}

const posts = new Map<number, Post>();
/** Counts votes that began and answers to votes: a logical clock that orders them. */
let moments = 0;

/** The forms of the page, whose posts the store knows from now on as the page shows them. */
export function knownForms(): VoteForm[] {
  const forms = voteForms();
  for (const { postid, score } of forms) votesOn(postid, score);
  return forms;
}

/** The votes on one post, shared by every control that shows them on the page. */
export const votesOn = (postid: number, score: number | null): MapStore<VoteState> => postOf(postid, score).$votes;

function postOf(postid: number, score: number | null): Post {
  const found = posts.get(postid);
  if (found) return found;
  const known = { score, vote: 'neutral' } as const;
  const post: Post = { $votes: map<VoteState>({ ...known, message: null }), known, casting: 0, voted: 0, answered: Promise.resolve() };
  // On the server all visitors would share the store, and see its first score forever.
  if (typeof document === 'undefined') return post;
  posts.set(postid, post);
  post.$votes.listen((state) => showVotesInForms(postid, state));
  return post;
}

/** Shows a vote at once; choosing the same again takes it back. @returns the vote that is to be sent */
export function beginVote(postid: number, chosen: Vote): Vote {
  const post = postOf(postid, null);
  const before = post.$votes.get();
  const vote = before.vote === chosen ? 'neutral' : chosen;
  const score = before.score === null ? null : before.score + VOTES[vote] - VOTES[before.vote];
  post.$votes.set({ score, vote, message: null });
  post.casting++;
  post.voted = ++moments;
  return vote;
}

/** Sends a vote once those before it on the post are answered. */
export function sendInTurn<Answer>(postid: number, send: () => Promise<Answer>): Promise<Answer> {
  const post = postOf(postid, null);
  const answered = post.answered.then(send);
  post.answered = answered;
  return answered;
}

/**
 * Notes that a vote was answered. Shows what the server last answered, unless another vote has begun meanwhile, whose outcome is shown instead.
 * @param counted what the server counted, if it did
 * @returns whether no other vote has begun
 */
export function endVote(postid: number, counted: ShownVotes | undefined): boolean {
  const post = postOf(postid, null);
  post.casting--;
  post.voted = ++moments;
  if (counted) post.known = counted;
  if (post.casting > 0) return false;
  post.$votes.set({ ...post.known, message: null });
  return true;
}

/** The moment of a request: a vote after it makes the answer out of date. */
export const voteClock = () => moments;

/** Applies the server's answer about a post, unless a vote was cast on it since the request. */
export function applyServerVotes(postid: number, update: Partial<Post['known']>, since: number): void {
  const post = postOf(postid, null);
  if (post.casting > 0 || post.voted > since) return;
  const known = { ...post.known, ...update };
  if (known.score === post.known.score && known.vote === post.known.vote) return;
  post.known = known;
  post.$votes.set({ ...post.$votes.get(), ...known });
}
