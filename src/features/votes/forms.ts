import { HIDDEN_SCORE, VOTE_TYPE, VOTES, type Vote } from './vote.ts';

/** A form of votes on the page, whether its island runs already or not. */
export interface VoteForm {
  form: HTMLFormElement;
  postid: number;
  votetypeid: number;
  /** The deal's thread; undefined for a comment. */
  threadid: number | undefined;
  score: number | null;
}

/** What a form shows of the votes on its post. */
export interface ShownVotes {
  /** Null while it is hidden. */
  score: number | null;
  vote: Vote;
}

/** Every form of votes on the page. */
export const voteForms = (): VoteForm[] => [...document.querySelectorAll<HTMLFormElement>('form.votes')].map(read);

function read(form: HTMLFormElement): VoteForm {
  const field = (name: string) => Number(form.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value);
  const votetypeid = field('votetypeid');
  const shown = form.querySelector('output')?.textContent ?? '';
  return {
    form,
    postid: field('postid'),
    votetypeid,
    threadid: votetypeid === VOTE_TYPE.deal ? Number(form.dataset['thread']) : undefined,
    score: shown === HIDDEN_SCORE.text ? null : Number(shown),
  };
}

/**
 * Shows votes in the forms of a post that React does not run yet: when it hydrates, it takes the HTML that it finds for what it
 * renders, and corrects nothing.
 */
export function showVotesInForms(postid: number, { score, vote }: ShownVotes): void {
  for (const { form, postid: its } of voteForms()) {
    if (its !== postid || !form.closest('astro-island[ssr]')) continue;
    for (const button of form.querySelectorAll('button')) button.setAttribute('aria-pressed', String(Number(button.value) === VOTES[vote]));
    const output = form.querySelector('output');
    if (!output) continue;
    output.textContent = score === null ? HIDDEN_SCORE.text : String(score);
    output.title = score === null ? HIDDEN_SCORE.title : '';
  }
}
