import { reserveSpaceFor } from './banner-space.ts';
import { $collapsed } from './banner-store.ts';
import { readPairs } from './cookies.ts';
import { showBanner } from './show-banner.ts';
import { watchCookies } from './watch-cookies.ts';

/** Collapses or opens the mega banner when another tab did (spec §3, Cookies), and has the next pages reserve space for it as it is. */
export function watchCollapsed(): void {
  const name = shownBanner()?.dataset['collapsedBy'];
  if (name !== undefined) reserveSpaceFor({ collapsed: isCollapsed(name) });
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
  // An island that is not hydrated yet cannot react to the store, so its HTML is loaded again.
  if (banner.closest('astro-island[ssr]')) void showBanner();
  else $collapsed.set(collapsed);
}
