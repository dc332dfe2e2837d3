import { mayTrack, type TrackingPolicy } from '../shell/consent.ts';

/** Event of the window: the visitor allows it on this page. */
export const TRACKING_ALLOWED = 'tracking-allowed';

const isPolicy = (text: string | undefined): text is TrackingPolicy => text === 'on' || text === 'ask' || text === 'off';

/** Whether whoever looks at this page may be counted. */
export function mayBeTracked(): boolean {
  const policy = document.documentElement.dataset['tracking'];
  // Where the browser objects it is `off` (`theme-first.js`).
  return isPolicy(policy) && mayTrack(policy, document.cookie);
}
