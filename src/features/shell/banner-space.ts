import { readPairs, writePair } from './cookies.ts';

/**
 * A pair of `sd_p`. It is `small` when the last mega banner was collapsed, so that pages reserve space for a collapsed one only. The first
 * script of a page reads it, before it is known which banner will be shown (`theme-first.js`).
 */
export const BANNER_SPACE = 'banner-room';
export const SMALL = 'small';

/** Makes the next pages reserve as much space for a banner as the one here takes. */
export function reserveSpaceFor({ collapsed }: { collapsed: boolean }): void {
  const room = collapsed ? SMALL : '';
  if ((readPairs(document.cookie, 'sd_p').get(BANNER_SPACE) ?? '') !== room) writePair('sd_p', BANNER_SPACE, room);
}
