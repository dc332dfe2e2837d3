import { inStorage } from '../../../ui/in-storage.ts';

/** Key of the visitor's recent searches in `localStorage`, which `first-search.js` writes. Without storage there are none. */
const KEY = 'recent-searches';
const MOST = 8;

/** The newest first. */
export function recentSearches(): string[] {
  const kept = inStorage((): unknown => JSON.parse(localStorage.getItem(KEY) ?? '[]'));
  return Array.isArray(kept) ? kept.filter((text) => typeof text === 'string').slice(0, MOST) : [];
}

export const removeSearch = (text: string) => keep(without(text));

export const clearSearches = () => keep([]);

const without = (text: string) => recentSearches().filter((kept) => kept.toLowerCase() !== text.toLowerCase());

const keep = (searches: string[]) =>
  inStorage(() => (searches.length > 0 ? localStorage.setItem(KEY, JSON.stringify(searches)) : localStorage.removeItem(KEY)));
