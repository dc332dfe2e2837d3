import type { PendingAction } from '../accounts/require-member.ts';
import { mayBeMember } from '../accounts/viewer-store.ts';

const thread = () => document.querySelector<HTMLElement>('#comments[data-thread]');

/** What every page does about comments: most visitors only read, and load nothing for it. */
export function startComments(): void {
  const found = thread();
  if (found && (mayBeMember() || location.hash.startsWith('#post') || hasDraft(found)))
    void import('./start.ts').then(({ startThread }) => startThread(found));
}

/** Posts what a guest wrote before signing in. */
export function commentByItself(action: PendingAction): void {
  const found = thread();
  if (found) void import('./start.ts').then(({ postByItself }) => postByItself(found, action));
}

function hasDraft({ dataset }: HTMLElement): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`draft:${dataset['thread']}:`));
  } catch {
    return false;
  }
}
