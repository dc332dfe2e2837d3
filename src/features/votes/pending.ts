import type { PendingHandler } from '../accounts/pending-action.ts';
import { VOTE_ADDRESS } from './contract.ts';

/** Presses the button that a guest pressed before signing in, unless it is pressed already. */
export const voteByItself: PendingHandler<'vote'> = ({ postid, votetypeid, vote }) => {
  for (const form of document.querySelectorAll<HTMLFormElement>(`form[action="${VOTE_ADDRESS}"]`)) {
    const sent = new FormData(form);
    if (sent.get('postid') !== String(postid) || sent.get('votetypeid') !== String(votetypeid)) continue;
    form.querySelector<HTMLButtonElement>(`button[value="${vote}"]:not([aria-pressed="true"])`)?.click();
    return;
  }
};
