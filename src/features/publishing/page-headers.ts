import { feedAt } from '../feeds/address.ts';

/**
 * Cache-Control of a page by its path: only the index, the feeds and search may be cached by others (contract.md), and
 * all but search ask again, because an edit is to be seen at once.
 */
export function cacheControl(path: string): string {
  if (path === '/search') return 'public, max-age=60';
  return feedAt(path) ? 'public, no-cache' : 'private, no-cache';
}

/** Headers that depend on a page's path. */
export const pageHeaders = (path: string): [name: string, value: string][] => [['Cache-Control', cacheControl(path)]];
