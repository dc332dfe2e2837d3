import type { Context } from '../../server/context.ts';
import { isSecure, ownCookie } from '../../server/http/cookies.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { newToken } from '../../server/random-token.ts';
import { LONGEST_MS } from './session-lifetime.ts';

type Visited = Pick<Call, 'context' | 'cookies'>;

/** Holds the session's token. */
const tokenCookie = (context: Context) => (isSecure(context) ? '__Host-session' : 'session');
/** The cookie with a random id of the browser. It stays when another member signs in, and reveals several accounts of one person. */
const BROWSER = 'browser';
const BROWSER_SECONDS = 365 * 86_400;
const AFTER_SIGN_IN_SECONDS = 300;

/** Returns the token of this browser's session, which may be over. */
export const sessionToken = ({ context, cookies }: Visited): string | undefined => cookies.get(tokenCookie(context))?.value || undefined;

/** @param lasting whether the cookies outlive the browser */
export function setSessionCookies({ context, cookies }: Visited, token: string, lasting: boolean, darkMode: boolean | null): void {
  const options = { ...ownCookie(context), ...(lasting && { maxAge: LONGEST_MS / 1_000 }) };
  cookies.set(tokenCookie(context), token, { ...options, httpOnly: true });
  // Tells the page's first script that somebody is signed in, and nothing else.
  cookies.set('signed-in', '1', options);
  if (darkMode !== null) cookies.set('dark-mode', darkMode ? '1' : '0', options);
}

/**
 * Gives this browser the member's theme, which may have been chosen in another one (spec §1), so that its next page has it before it is painted.
 * @param darkMode null when the theme is the system's
 */
export function setDarkModeCookie({ context, cookies }: Visited, darkMode: boolean | null): void {
  const flag = darkMode === null ? '' : String(Number(darkMode));
  if ((cookies.get('dark-mode')?.value ?? '') === flag) return;
  cookies.set('dark-mode', flag, { ...ownCookie(context), maxAge: darkMode === null ? 0 : LONGEST_MS / 1_000 });
}

/** Removes what `setSessionCookies` set. */
export function clearSessionCookies({ context, cookies }: Visited): void {
  // A cookie with the prefix `__Host-` can only be cleared with the same attributes.
  for (const name of [tokenCookie(context), 'signed-in', 'dark-mode']) cookies.set(name, '', { ...ownCookie(context), maxAge: 0 });
}

/** Returns the name of this browser, if somebody has ever signed in with it. */
export const browserIdOf = (cookies: Call['cookies']): string | undefined => cookies.get(BROWSER)?.value || undefined;

/** Gives the browser a name, unless it has one. */
export function ensureBrowserId({ context, cookies }: Visited): void {
  if (browserIdOf(cookies)) return;
  cookies.set(BROWSER, newToken(), { ...ownCookie(context), httpOnly: true, maxAge: BROWSER_SECONDS });
}

/** Sets a cookie that the next page's script reads (`after-load.ts`), after a flow that a page answered. */
export function setAfterSignIn({ cookies, context }: Visited, after: 'log-in' | 'social-registration'): void {
  cookies.set('after-sign-in', after, { ...ownCookie(context), maxAge: AFTER_SIGN_IN_SECONDS });
}
