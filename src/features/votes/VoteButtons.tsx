import { useStore } from '@nanostores/react';
import { useState, type SubmitEvent } from 'react';
import { castVote } from './cast-vote.ts';
import { voteCall } from './contracts/vote.ts';
import { votesOn } from './store.ts';
import { HIDDEN_SCORE, type Vote, type VoteType } from './vote.ts';
import '../../ui/rendered-anew.ts';

interface Props {
  postid: number;
  votetypeid: VoteType;
  /** Null while it is hidden. */
  score: number | null;
  /** The deal's thread, by which its counts are asked for; a comment has none. */
  threadid?: number;
}

/** Votes on one post: up, count, down. A real form, so that it also works before and without its script. */
export function VoteButtons({ postid, votetypeid, score, threadid }: Props) {
  const { score: shown, vote, message } = useStore(votesOn(postid, score));
  const [hasVoted, setVoted] = useState(false);
  const cast = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setVoted(true);
    const chosen: Vote = event.nativeEvent.submitter?.getAttribute('value') === '1' ? 'up' : 'down';
    void castVote({ postid, votetypeid }, chosen);
  };
  return (
    <form className="votes" method="post" action={voteCall.address} data-thread={threadid} onSubmit={cast}>
      <input type="hidden" name="postid" value={postid} />
      <input type="hidden" name="votetypeid" value={votetypeid} />
      {/* On a card their labels name the deal by now (`name-buttons.ts`). */}
      <button className="votes__button" name="vote" value="1" aria-label="Vote up" aria-pressed={vote === 'up'} suppressHydrationWarning>
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 4l7 8h-4v4H7v-4H3z" />
        </svg>
      </button>
      {/* Counts come every so often on all cards of a page: screen readers announce only what follows one's own vote. */}
      <output
        className="votes__score"
        aria-label="Score"
        aria-live={hasVoted ? 'polite' : 'off'}
        title={shown === null ? HIDDEN_SCORE.title : undefined}
      >
        {shown ?? HIDDEN_SCORE.text}
      </output>
      <button
        className="votes__button votes__button--down"
        name="vote"
        value="-1"
        aria-label="Vote down"
        aria-pressed={vote === 'down'}
        suppressHydrationWarning
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 16l7-8h-4V4H7v4H3z" />
        </svg>
      </button>
      <p className="votes__message" role="status">
        {message}
      </p>
    </form>
  );
}
