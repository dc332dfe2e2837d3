import type { PendingAction } from '../accounts/pending-action.ts';
import { $postNow } from './drafts.ts';
import { wake } from './start.ts';

/** Posts what a guest wrote before signing in. */
export function commentByItself({ threadid, parentid }: PendingAction): void {
  const thread = document.querySelector<HTMLElement>('#comments[data-thread]');
  if (!thread) return;
  $postNow.set({ threadid: Number(threadid), parentid: Number(parentid) || null });
  wake(thread);
}
