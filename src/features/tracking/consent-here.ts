import { mayTrack } from '../shell/consent.ts';

/** Event of the window: the visitor allows it on this page. */
export const TRACKING_ALLOWED = 'tracking-allowed';

/** Whether whoever looks at this page may be counted. */
export function mayBeTracked(): boolean {
  // Neither where the site counts nothing, nor where the browser objects (`theme-first.js`).
  const { tracking } = document.documentElement.dataset;
  return (tracking === 'on' || tracking === 'ask') && mayTrack(tracking, document.cookie, false);
}
