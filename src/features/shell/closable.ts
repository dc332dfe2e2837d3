import { readPairs } from './cookies.ts';

/** Keys in `sd_p` of what was closed for good; `theme-first.js` knows them, too. */
export const CLOSED = 'closed-';

/** Hides what is closed in another tab. */
export function watchClosed(): void {
  if ('cookieStore' in window) cookieStore.addEventListener('change', hideClosed);
}

/** Hides what was closed for good. */
export function hideClosed(): void {
  for (const key of readPairs(document.cookie, 'sd_p').keys())
    if (key.startsWith(CLOSED)) document.documentElement.classList.add(`is-${key}`);
}
