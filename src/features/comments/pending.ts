import { hydrateIsland } from '../../ui/hydrate-island.ts';
import type { PendingHandler } from '../accounts/pending-action.ts';
import { $postNow } from './drafts.ts';

/** Posts what a guest wrote before signing in. */
export const resumeComment: PendingHandler<'comment'> = ({ threadid, parentid }) => {
  const thread = document.querySelector<HTMLElement>('#comments[data-thread]');
  if (!thread) return;
  $postNow.set({ threadid, parentid: parentid || null });
  hydrateIsland(thread);
};

/** Leads to a comment that a guest wanted to change before signing in. */
export const showComment = ({ postid }: { postid: number }): void => void (location.hash = `post${postid}`);
