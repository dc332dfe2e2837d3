import type { PendingHandler } from '../accounts/pending-action.ts';
import { voteForms } from './forms.ts';

/** Presses the button that a guest pressed before signing in, unless it is pressed already. */
export const resumeVote: PendingHandler<'vote'> = ({ postid, votetypeid, vote }) => {
  const voted = voteForms().find((form) => form.postid === postid && form.votetypeid === votetypeid);
  voted?.form.querySelector<HTMLButtonElement>(`button[value="${vote}"]:not([aria-pressed="true"])`)?.click();
};
