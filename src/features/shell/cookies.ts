import { readCookie } from '../../lib/read-cookie.ts';

/** How long a choice is remembered (spec §9). */
export const SECONDS_A_YEAR = 365 * 86_400;

/**
 * The site's two cookies that scripts read and write (spec §3, Cookies), each with key=value pairs joined by ampersands: `sd_p` lasts a year, `sd_s`
 * as long as the browser is open.
 */
type PairsCookie = 'sd_p' | 'sd_s';

/** The pairs of a cookie, among all cookies as `document.cookie` or a request has them. */
export const readPairs = (cookies: string, name: PairsCookie): URLSearchParams => new URLSearchParams(readCookie(cookies, name));

/** Sets a pair of a cookie, and leaves its others. */
export function writePair(cookie: PairsCookie, key: string, value: string): void {
  const pairs = readPairs(document.cookie, cookie);
  pairs.set(key, value);
  document.cookie = `${cookie}=${pairs}; path=/; samesite=lax${cookie === 'sd_p' ? `; max-age=${SECONDS_A_YEAR}` : ''}`;
}
