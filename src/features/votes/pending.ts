import type { PendingAction } from '../accounts/pending-action.ts';

/** Presses the button that a guest pressed before signing in, unless it is pressed already. */
export function voteByItself({ postid, votetypeid, vote }: PendingAction): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form[action="/forums/sdthreadrate_ajax.php"]')) {
    const sent = new FormData(form);
    if (sent.get('postid') !== String(postid) || sent.get('votetypeid') !== String(votetypeid)) continue;
    form.querySelector<HTMLButtonElement>(`button[value="${vote}"]:not([aria-pressed="true"])`)?.click();
    return;
  }
}
