import { atom } from 'nanostores';
import { reserveSpaceFor } from './banner-space.ts';
import { writePair } from './cookies.ts';

/** Whether the mega banner is collapsed; undefined as long as the visitor has not said so on this page (spec §4, Mega banner). */
export const $collapsed = atom<boolean | undefined>(undefined);

/** Collapses the mega banner or expands it, and remembers that in the persistent cookie. */
export function collapse(collapsed: boolean, { cookieName, cookieValue }: { cookieName: string; cookieValue: string }): void {
  $collapsed.set(collapsed);
  writePair('sd_p', cookieName, collapsed ? cookieValue : '');
  reserveSpaceFor({ collapsed });
}
