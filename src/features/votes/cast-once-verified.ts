import { $session, renewSession } from '../session/store.ts';

/** What casts the votes that wait, by the id of their post: the last one that was chosen on it counts. */
const waiting = new Map<number, () => unknown>();
let isWatching = false;

/**
 * Keeps a vote that was refused because the member's address is not verified, until they come back to the page from verifying it. It is dropped when
 * somebody else comes back.
 */
export function castOnceVerified(postid: number, cast: () => unknown): void {
  waiting.set(postid, cast);
  if (isWatching) return;
  isWatching = true;
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && waiting.size > 0 && void castWaiting());
}

async function castWaiting(): Promise<void> {
  const userid = viewer()?.userid;
  await renewSession();
  const isSame = userid === viewer()?.userid;
  if (isSame && viewer()?.hasUnverifiedEmail) return;
  const casts = [...waiting.values()];
  waiting.clear();
  if (isSame) for (const cast of casts) cast();
}

const viewer = () => $session.get()?.user;
