import { singleParam, readId, readWhole } from '../../lib/exact-params.ts';
import { feedAt, type Feed } from '../feeds/address.ts';
import { searchQuery, type SearchQuery } from '../search/query.ts';

const MOST_ITEMS = 12;
const USUAL_ITEMS = 5;

const THEMES = ['light', 'midnight'] as const;
export type Theme = (typeof THEMES)[number];

/** What an embed shows: a deal, or the first deals of a feed or a search. */
export type EmbedQuery =
  { kind: 'deal'; threadId: number } | { kind: 'feed'; feed: Feed; count: number } | { kind: 'search'; search: SearchQuery; count: number };

/** The theme that an embed's address names; undefined leaves it to the system. */
export const embedTheme = (query: URLSearchParams): Theme | undefined => THEMES.find((name) => name === singleParam(query, 'theme'));

/** Reads the address of an embed: one of `deal`, `feed` and `q`, with `count` and `theme`; undefined when any of it is missing or wrong. */
export function embedQuery(query: URLSearchParams): EmbedQuery | undefined {
  const subjects = ['deal', 'feed', 'q'].flatMap((name) => query.getAll(name).map((value) => ({ name, value })));
  const [subject, ...more] = subjects;
  const count = query.has('count') ? readWhole(singleParam(query, 'count') ?? '', 1, MOST_ITEMS) : USUAL_ITEMS;
  if (!subject || more.length > 0 || count === undefined) return undefined;
  if (query.has('theme') && !embedTheme(query)) return undefined;
  switch (subject.name) {
    case 'deal': {
      const threadId = readId(subject.value);
      return threadId === undefined ? undefined : { kind: 'deal', threadId };
    }
    case 'feed': {
      const feed = subject.value.startsWith('/') ? feedAt(subject.value) : undefined;
      return feed && { kind: 'feed', feed, count };
    }
    default: {
      const search = searchQuery(new URLSearchParams({ q: subject.value }));
      return search && search.q !== '' ? { kind: 'search', search, count } : undefined;
    }
  }
}
