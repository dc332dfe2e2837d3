import { $collapsed } from './banner-store.ts';
import { readPairs } from './cookies.ts';
import { showBanner } from './show-banner.ts';
import { watchCookies } from './watch-cookies.ts';

/** Has the mega banner follow what was done with it in another tab (spec §3, Cookies). */
export function watchCollapsed(): void {
  showCollapsed();
  watchCookies(showCollapsed);
}

function showCollapsed(): void {
  const banner = document.querySelector<HTMLElement>('[data-collapsed-by]');
  if (!banner) return;
  const isCollapsed = readPairs(document.cookie, 'sd_p').get(banner.dataset['collapsedBy'] ?? '') === 'collapsed';
  if (isCollapsed === banner.classList.contains('mega-banner--collapsed')) return;
  // As long as it is no island yet, the site's HTML is what shows: it is asked for anew.
  if (banner.closest('astro-island[ssr]')) void showBanner();
  else $collapsed.set(isCollapsed);
}
