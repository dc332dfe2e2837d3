import type { Suggestion } from '../contracts/suggestions.ts';
import { FORUM_FIELD } from './forum.ts';

/** One line of the list. */
export interface Option extends Omit<Suggestion, 'group'> {
  /** Whether it is one of the visitor's own searches, which can be removed. */
  recent?: boolean;
}

/** Options under a heading (spec §2, Dropdown groups). */
export interface Group {
  heading: 'Recent' | 'Trending' | 'Suggested';
  options: Option[];
}

/** Facets of the search page that suggestions lead to. */
const FACETS = { store_name: 'store', brand_name: 'brand', category_name: 'category' } as const;

/** The groups that have something to show, in their order. What was searched before is not suggested again. */
export function groupsOf(recent: string[], results: Suggestion[]): Group[] {
  const searched = new Set(recent.map((phrase) => phrase.toLowerCase()));
  const fresh = results.filter(({ phrase, query_intent }) => query_intent !== 'keyword' || !searched.has(phrase.toLowerCase()));
  const groups: Group[] = [
    { heading: 'Recent', options: recent.map((phrase) => ({ phrase, query_intent: 'keyword', recent: true })) },
    { heading: 'Trending', options: fresh.filter(({ group }) => group === 'trending') },
    { heading: 'Suggested', options: fresh.filter(({ group }) => group !== 'trending') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/**
 * Where an option leads (spec §2, Result links).
 * @param form what the search form would send, for keywords
 * @param action where it would send it
 */
export function addressOf({ phrase, query_intent, tag_id, userid }: Option, form: URLSearchParams, action: string): string {
  if (query_intent === 'user') return `/forums/member.php?u=${userid}&searchtype=ac_user`;
  if (query_intent !== 'keyword') {
    const facet = FACETS[query_intent];
    const forum = form.get(FORUM_FIELD);
    const within = forum ? `&${FORUM_FIELD}=${encodeURIComponent(forum)}` : '';
    return `/search?q=&filters[${facet}][]=${encodeURIComponent(String(tag_id))}${within}&searchtype=ac_${facet}`;
  }
  const fields = new URLSearchParams(form);
  fields.set('q', phrase);
  fields.set('searchtype', 'ac_keyword');
  return `${action}?${fields}`;
}

/** What an option is, in a word; nothing for words themselves. */
export const kindOf = ({ query_intent }: Pick<Option, 'query_intent'>): string =>
  ({ keyword: '', store_name: 'Store', brand_name: 'Brand', category_name: 'Category', user: 'Member' })[query_intent];
