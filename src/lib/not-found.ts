/** First segments of routes. An unknown path below them does not belong to the catch-all (contract.md). */
const RESERVED = new Set(
  'f pco search account opt-in opt-out embed syndicated debug forums ajax web-api comments auth facebook security profile click'.split(' '),
);

/**
 * The message of a 404: the catch-all says 'Page Not Found', every other route 'Page not found' (spec §2, §8).
 * @param path pathname as it was sent
 */
export function notFoundMessage(path: string): string {
  return RESERVED.has(path.split('/')[1] ?? '') ? `Page not found: ${path}` : `Page Not Found: ${path}`;
}
