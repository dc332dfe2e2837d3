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

/** The address of an embed that shows nothing, with what a parameter of it must be. */
interface WrongEmbed {
  kind: 'wrong';
  advice: string;
}

/** Reads the address of an embed: one of `deal`, `feed` and `q`, with `count` and `theme`. */
export function embedQuery(query: URLSearchParams): EmbedQuery | WrongEmbed {
  const subjects = ['deal', 'feed', 'q'].flatMap((name) => query.getAll(name).map((value) => ({ name, value })));
  const [subject, ...more] = subjects;
  if (!subject || more.length > 0) return wrong('One of deal, feed and q must be given, once.');
  const count = query.has('count') ? readWhole(singleParam(query, 'count') ?? '', 1, MOST_ITEMS) : USUAL_ITEMS;
  if (count === undefined) return wrong(`count must be a number from 1 to ${MOST_ITEMS}, given once.`);
  if (query.has('theme') && !embedTheme(query)) return wrong(`theme must be ${THEMES.join(' or ')}, given once.`);
  switch (subject.name) {
    case 'deal': {
      const threadId = readId(subject.value);
      return threadId === undefined ? wrong('deal must be the number of a deal, such as 1045.') : { kind: 'deal', threadId };
    }
    case 'feed': {
      const feed = subject.value.startsWith('/') ? feedAt(subject.value) : undefined;
      return feed ? { kind: 'feed', feed, count } : wrong('feed must be the path of a list, such as /popular or /category/monitors.');
    }
    default: {
      const search = searchQuery(new URLSearchParams({ q: subject.value }));
      return search && search.q !== '' ? { kind: 'search', search, count } : wrong('q must be words to search for.');
    }
  }
}

const wrong = (advice: string): WrongEmbed => ({ kind: 'wrong', advice });
