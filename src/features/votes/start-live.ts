import { mayBeMember } from '../session/signed-in.ts';

const REFRESHED_EVERY_MS = 30_000;

/** Loads what keeps votes, prices and offers up to date: for members once there is time, for guests when it has something to do. */
export function startLiveVotes(): void {
  const load = () => void import('./live.ts').then((script) => script.watchVotes(REFRESHED_EVERY_MS));
  if (!document.querySelector('.votes,[data-offer]')) return;
  if (mayBeMember()) ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(load);
  else setTimeout(load, REFRESHED_EVERY_MS);
}
