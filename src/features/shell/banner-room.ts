import { readPairs, writePair } from './cookies.ts';

/**
 * The pair of `sd_p` that is `small` where pages keep room for a collapsed mega banner only: the one that showed last was collapsed. The first script
 * of a page goes by it, before anybody knows which banner comes (`theme-first.js`).
 */
export const BANNER_ROOM = 'banner-room';
export const SMALL = 'small';

/** Has the next pages keep room for a banner as the one here is. */
export function keepRoomFor({ collapsed }: { collapsed: boolean }): void {
  const room = collapsed ? SMALL : '';
  if ((readPairs(document.cookie, 'sd_p').get(BANNER_ROOM) ?? '') !== room) writePair('sd_p', BANNER_ROOM, room);
}
