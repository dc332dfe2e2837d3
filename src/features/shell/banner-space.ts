import { readPairs, writePair } from './cookies.ts';

/**
 * The pair of `sd_p` that is `small` where pages reserve space for a collapsed mega banner only: the one that showed last was collapsed. The first script
 * of a page reads it, before it is known which banner comes (`theme-first.js`).
 */
export const BANNER_SPACE = 'banner-room';
export const SMALL = 'small';

/** Makes the next pages reserve as much space for a banner as the one here takes. */
export function reserveSpaceFor({ collapsed }: { collapsed: boolean }): void {
  const room = collapsed ? SMALL : '';
  if ((readPairs(document.cookie, 'sd_p').get(BANNER_SPACE) ?? '') !== room) writePair('sd_p', BANNER_SPACE, room);
}
