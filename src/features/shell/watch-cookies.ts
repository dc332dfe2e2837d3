/**
 * Calls back when cookies may have changed, in this tab or another (spec §9, Cookie defaults). Browsers without `cookieStore` do not report
 * that; there it calls back when the tab becomes active again.
 */
export function watchCookies(onChange: () => void): void {
  if ('cookieStore' in window) cookieStore.addEventListener('change', onChange);
  else addEventListener('focus', onChange);
}
