import { keepRoomFor } from './banner-room.ts';
import { $collapsed } from './banner-store.ts';
import { readPairs } from './cookies.ts';
import { showBanner } from './show-banner.ts';
import { watchCookies } from './watch-cookies.ts';

/** Has the mega banner follow what was done with it in another tab (spec §3, Cookies), and the next pages keep room for it as it is. */
export function watchCollapsed(): void {
  const name = shownBanner()?.dataset['collapsedBy'];
  if (name !== undefined) keepRoomFor({ collapsed: isCollapsed(name) });
  showCollapsed();
  watchCookies(showCollapsed);
}

const shownBanner = () => document.querySelector<HTMLElement>('[data-collapsed-by]');
const isCollapsed = (name: string) => readPairs(document.cookie, 'sd_p').get(name) === 'collapsed';

function showCollapsed(): void {
  const banner = shownBanner();
  if (!banner) return;
  const collapsed = isCollapsed(banner.dataset['collapsedBy'] ?? '');
  if (collapsed === banner.classList.contains('mega-banner--collapsed') || (!collapsed && 'hasNoRoom' in banner.dataset)) return;
  // As long as it is no island yet, the site's HTML is what shows: it is asked for anew.
  if (banner.closest('astro-island[ssr]')) void showBanner();
  else $collapsed.set(collapsed);
}
