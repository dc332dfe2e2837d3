/**
 * Cache-Control of a page by its path: only the index, the feeds and search may be cached by others (contract.md), and
 * even they ask again, because an edit is to be seen at once.
 */
export function cacheControl(path: string): string {
  const [, first] = path.split('/');
  if (first === 'search') return 'public, max-age=60';
  return first === 'f' || first === 'pco' ? 'private, no-cache' : 'public, no-cache';
}

/** Headers that depend on a page's path. */
export const pageHeaders = (path: string): [name: string, value: string][] => [['Cache-Control', cacheControl(path)]];
