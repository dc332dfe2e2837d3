import type { Message } from '../after-load.ts';
import { saveMessage } from '../saved-message.ts';

/** Where whoever signs in is to come back to; the pages for signing in are left for what they were to lead to. */
export function returnAddress(): string {
  if (location.pathname.startsWith('/account/')) return new URLSearchParams(location.search).get('url') ?? '/';
  return location.pathname + location.search;
}

/** Saves what the next page shows, and goes there: to an address of this site, or to this page again (spec §4). */
export function redirectAfterSignIn(successUrl: string | undefined, message?: Message): void {
  if (message) saveMessage(message);
  const to = successUrl ? new URL(successUrl, location.href) : undefined;
  if (to?.origin === location.origin && to.href !== location.href) {
    const staysHere = to.pathname + to.search === location.pathname + location.search;
    location.assign(to);
    // Another hash alone loads nothing.
    if (staysHere && to.hash) location.reload();
  } else location.reload();
}
