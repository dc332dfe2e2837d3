import type { PendingAction } from '../accounts/pending-action.ts';

/** Presses the button that a guest pressed before signing in; the focus comes back to it when the dialog closes. */
export function reportByItself({ postid }: PendingAction): void {
  const button = document.querySelector<HTMLElement>(`form[action="/account/report"]:has([value="${postid}"]) button`);
  button?.focus();
  button?.click();
}
