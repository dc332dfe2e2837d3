import { readPairs } from './cookies.ts';

/** Whether visits are counted: `on` until the visitor says no, `ask` once the visitor says yes, or `off` (settings TRACKING and CONSENT). */
export type TrackingPolicy = 'on' | 'ask' | 'off';

/** The pair of `sd_p` with the visitor's choice; also its name in `/opt-in/…` and `/opt-out/…`. */
export const TRACKING_CHOICE = 'tracking';

/** The pair of `sd_p` with the visitor's id. */
export const VISITOR_ID = 'vid';

/** Whether a request says that its user is not to be tracked: Global Privacy Control, Do Not Track. */
export const objectsToTracking = (headers: Headers): boolean => headers.get('sec-gpc') === '1' || headers.get('dnt') === '1';

/** Whether the page's browser says so; the first script of its head writes it there (`theme-first.js`). */
export const browserObjects = (): boolean => document.documentElement.dataset['tracking'] === 'off';

/**
 * Whether a visitor may be counted. Global Privacy Control and Do Not Track are a no that nothing overrides.
 * @param cookies as `document.cookie` or a request has them
 * @param objects whether the browser sends one of the two signals
 */
export function mayTrack(policy: TrackingPolicy, cookies: string, objects = false): boolean {
  const choice = readPairs(cookies, 'sd_p').get(TRACKING_CHOICE);
  return !objects && (policy === 'on' ? choice !== 'no' : policy === 'ask' && choice === 'yes');
}

/**
 * Whether a request may be counted anonymously, or by a third party. TRACKING=off alone does not forbid that: it only switches off the
 * site's own counting of visits.
 */
export const mayCountAnonymously = (policy: TrackingPolicy, headers: Headers): boolean =>
  mayTrack(policy === 'off' ? 'on' : policy, headers.get('cookie') ?? '', objectsToTracking(headers));
