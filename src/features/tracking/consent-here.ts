import { mayTrack, type TrackingPolicy } from '../shell/consent.ts';

/** Event of the window: the visitor allows it on this page. */
export const TRACKING_ALLOWED = 'tracking-allowed';

/** Whether the browser says that its user is not to be tracked. */
const objects = () => Boolean((navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl) || navigator.doNotTrack === '1';

/** Whether whoever looks at this page may be counted. */
export function mayBeTracked(): boolean {
  const policy = document.documentElement.dataset['tracking'] as TrackingPolicy | undefined;
  return policy !== undefined && mayTrack(policy, document.cookie, objects());
}
