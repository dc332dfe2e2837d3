import { Fault } from './fault.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws Fault 403 when a call was not sent by a page of ours */
export function requireOurPages(request: Request, siteUrl: string): void {
  if (!isFromOurPages(request, siteUrl)) throw new Fault(403, 'This call must come from our own pages.');
}

/**
 * Origin rule of contract.md: the site's own origin, or none unless the browser declares the call as another site's. From pages that hide
 * the referrer (`referrer-policy.ts`), browsers send `null` with a form; a foreign page that sends it is not declared as same-origin.
 */
export function isFromOurPages(request: Request, siteUrl: string): boolean {
  const origin = request.headers.get('origin');
  if (origin === null) return [null, 'same-origin', 'none'].includes(request.headers.get('sec-fetch-site'));
  if (origin === 'null') return request.headers.get('sec-fetch-site') === 'same-origin';
  if (origin === siteUrl) return true;
  const ours = new URL(siteUrl);
  const theirs = URL.parse(origin);
  if (!theirs || !LOOPBACK.has(ours.hostname) || !LOOPBACK.has(theirs.hostname)) return false;
  return theirs.protocol === ours.protocol && theirs.port === ours.port;
}
