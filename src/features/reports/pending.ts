import type { PendingHandler } from '../accounts/pending-action.ts';

/** Presses the button that a guest pressed before signing in; the focus comes back to it when the dialog closes. */
export const resumeReport: PendingHandler<'report'> = ({ postid }) => {
  const button = document.querySelector<HTMLElement>(`form[action="/account/report"]:has([value="${postid}"]) button`);
  button?.focus();
  button?.click();
};
