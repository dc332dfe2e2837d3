/**
 * Calls back when cookies may be others than before: some changed, in this tab or another (spec §9, Cookie defaults). A browser without `cookieStore`
 * does not tell; there it is when somebody comes back to the tab.
 */
export function watchCookies(onChange: () => void): void {
  if ('cookieStore' in window) cookieStore.addEventListener('change', onChange);
  else addEventListener('focus', onChange);
}
