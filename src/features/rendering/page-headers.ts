import { feedAt } from '../feeds/address.ts';

/** Matches a session cookie, whoever it belongs to. */
const SESSION = /(?:^|;\s*)(?:__Host-)?session=/;

export const isSearch = (path: string) => /^\/search\/?$/.test(path);

/**
 * Cache-Control of a page by its path: only the index, the feeds and search may be cached by others, search never with a
 * session (contract.md), and all but search ask again, because an edit is to be seen at once.
 */
export function cacheControl(path: string, cookies: string | null = null): string {
  if (isSearch(path)) return SESSION.test(cookies ?? '') ? 'private, no-cache' : 'public, max-age=60';
  return feedAt(path) ? 'public, no-cache' : 'private, no-cache';
}

/**
 * Headers that depend on a page's path, and on the cookies of who asks.
 * @param fresh whether it is made in place of a published page: not cached, so that it is never served in place of that one
 */
export const pageHeaders = (path: string, cookies: string | null, fresh = false): [name: string, value: string][] => [
  ['Cache-Control', fresh ? 'private, no-store' : cacheControl(path, cookies)],
];
