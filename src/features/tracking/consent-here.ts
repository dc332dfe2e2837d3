import { mayTrack, type TrackingPolicy } from '../shell/consent.ts';

/** Event of the window: the visitor allows it on this page. */
export const TRACKING_ALLOWED = 'tracking-allowed';

/** Whether the visitor of this page may be counted. */
export function mayBeTracked(): boolean {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the server writes it, and every byte here is on each page
  const policy = document.documentElement.dataset['tracking'] as TrackingPolicy | undefined;
  // Where the browser objects it is `off` (`theme-first.js`).
  return policy !== undefined && mayTrack(policy, document.cookie);
}
