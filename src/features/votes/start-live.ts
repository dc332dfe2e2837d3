import { whenIdle } from '../../ui/when-idle.ts';
import { mayBeMember } from '../session/signed-in.ts';

const REFRESHED_EVERY_MS = 30_000;

/** Loads the script that shows a member's own votes when the page is idle, and the one that updates votes, prices and offers when they may have changed. */
export function startLiveVotes(): void {
  if (!document.querySelector('.votes,[data-offer]')) return;
  const refreshCounts = () => void import('./live.ts').then((script) => script.refreshCounts(REFRESHED_EVERY_MS));
  const showOwn = () => void import('./show-own-votes.ts').then((script) => script.watchOwnVotes(refreshCounts));
  if (mayBeMember()) whenIdle(showOwn);
  setTimeout(refreshCounts, REFRESHED_EVERY_MS);
}
