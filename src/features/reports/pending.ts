import type { PendingAction } from '../accounts/require-member.ts';

/** Presses the button that a guest pressed before signing in. */
export function reportByItself({ postid }: PendingAction): void {
  document.querySelector<HTMLElement>(`form[action="/account/report"]:has([value="${postid}"]) button`)?.click();
}
