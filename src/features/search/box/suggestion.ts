import type { QueryIntent, Suggestion, SuggestionsAnswer } from '../contracts/suggestions.ts';
import { FORUM_FIELD } from './forum.ts';

/** An option of the list. */
export interface Option extends Omit<Suggestion, 'group' | 'query_intent'> {
  /** What choosing it opens: as for suggestions, a deal, a list of deals or offers, or the results of the typed search. */
  query_intent: QueryIntent | 'deal' | 'offers' | 'collection' | 'category' | 'search';
  /** Whether it is a recent search of the visitor, which can be removed. */
  recent?: boolean;
  /** Address, for a deal or a list of deals or offers. */
  path?: string;
  /** Of a deal. */
  priceText?: string;
  picture?: string | null;
  /** How many offers a page lists. */
  count?: number;
}

/** Options under a heading (spec §2, Dropdown groups); the typed search has no heading. */
export interface Group {
  heading: 'Recent' | 'Trending' | 'Suggested' | 'Coupons' | 'Deals' | 'Collections' | 'Categories' | undefined;
  options: Option[];
}

/** Most suggestions above deals, so that both fit on a phone. */
const BESIDE_DEALS = 5;

/** Facets of the results page, by kind of suggestion. */
const FACETS = { store_name: 'store', brand_name: 'brand', category_name: 'category' } as const;

/** The groups that are not empty, in their order. Recent searches are not suggested a second time. */
export function groupsOf(recent: string[], { results, deals = [], offers = [], links = [] }: SuggestionsAnswer): Group[] {
  const searched = new Set(recent.map((phrase) => phrase.toLowerCase()));
  const fresh = results.filter(({ phrase, query_intent }) => query_intent !== 'keyword' || !searched.has(phrase.toLowerCase()));
  const suggested = fresh.filter(({ group }) => group !== 'trending');
  const linksOf = (wanted: 'collection' | 'category'): Option[] =>
    links.filter(({ kind }) => kind === wanted).map(({ title, path }) => ({ phrase: title, query_intent: wanted, path }));
  const groups: Group[] = [
    { heading: 'Recent', options: recent.map((phrase) => ({ phrase, query_intent: 'keyword', recent: true })) },
    { heading: 'Trending', options: fresh.filter(({ group }) => group === 'trending') },
    { heading: 'Suggested', options: deals.length > 0 ? suggested.slice(0, BESIDE_DEALS - offers.length) : suggested },
    { heading: 'Coupons', options: offers.map(({ title, ...offer }) => ({ phrase: title, query_intent: 'offers', ...offer })) },
    { heading: 'Deals', options: deals.map(({ title, ...deal }) => ({ phrase: title, query_intent: 'deal', ...deal })) },
    { heading: 'Collections', options: linksOf('collection') },
    { heading: 'Categories', options: linksOf('category') },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

/** The last option: the typed search. */
export const searchFor = (typed: string): Group => ({ heading: undefined, options: [{ phrase: typed, query_intent: 'search' }] });

/**
 * Where an option leads (spec §2, Result links).
 * @param form what the search form would send, for keywords
 * @param action where it would send it
 */
export function addressOf({ phrase, query_intent, tag_id, userid, path }: Option, form: URLSearchParams, action: string): string {
  if (path !== undefined) return path;
  if (query_intent === 'user') return `/forums/member.php?u=${userid}&searchtype=ac_user`;
  if (isNamed(query_intent)) {
    const facet = FACETS[query_intent];
    const forum = form.get(FORUM_FIELD);
    const within = forum ? `&${FORUM_FIELD}=${encodeURIComponent(forum)}` : '';
    return `/search?q=&filters[${facet}][]=${encodeURIComponent(String(tag_id))}${within}&searchtype=ac_${facet}`;
  }
  const fields = new URLSearchParams(form);
  fields.set('q', phrase);
  fields.set('searchtype', searchTypeOf(query_intent));
  return `${action}?${fields}`;
}

const isNamed = (intent: Option['query_intent']): intent is keyof typeof FACETS => intent in FACETS;

/** The `searchtype` that the form sends for an option; empty for the typed search. */
export const searchTypeOf = (intent: Option['query_intent']): string => (intent === 'keyword' ? 'ac_keyword' : '');

const KINDS: Partial<Record<Option['query_intent'], string>> = {
  store_name: 'Store',
  brand_name: 'Brand',
  category_name: 'Category',
  user: 'Member',
};

/** The kind of an option in a word, or how many offers it lists; undefined where that is obvious. */
export const kindOf = ({ query_intent, count }: Pick<Option, 'query_intent' | 'count'>): string =>
  count === undefined ? (KINDS[query_intent] ?? '') : String(count);
