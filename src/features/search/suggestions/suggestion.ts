import type { SuggestionKind } from '../../../server/db/schema/search.ts';
import type { QueryIntent } from '../contracts/suggestions.ts';

/** What was found in the index for a text. */
export interface Found {
  kind: SuggestionKind;
  ref: number;
  folded: string;
  phrase: string;
  deals: number;
}

const INTENTS: Record<SuggestionKind, QueryIntent> = {
  product: 'keyword',
  pair: 'keyword',
  category: 'category_name',
  store: 'store_name',
  brand: 'brand_name',
  user: 'user',
};
const MOST_SUGGESTED = 8;
const MOST_OF_A_KIND = 2;

export const intentOf = (kind: SuggestionKind) => INTENTS[kind];

/**
 * Chooses which suggestions show, and in which order: names that begin with the text, words, names that have it later, users.
 * @param text the folded text
 * @param found best first
 * @param shown folded phrases that show already
 */
export function selectSuggestions(text: string, found: Found[], shown: ReadonlySet<string>): Found[] {
  const taken = new Set(shown);
  const many = new Map<QueryIntent, number>();
  const fresh = (each: Found) => {
    if (taken.has(each.folded)) return false;
    const n = (many.get(intentOf(each.kind)) ?? 0) + 1;
    if (intentOf(each.kind) !== 'keyword' && n > MOST_OF_A_KIND) return false;
    taken.add(each.folded);
    many.set(intentOf(each.kind), n);
    return true;
  };
  const isWords = ({ kind }: Found) => kind === 'product' || kind === 'pair';
  const names = found.filter((each) => !isWords(each) && each.kind !== 'user');
  const first = names.filter(({ folded }) => folded.startsWith(text)).filter(fresh);
  const users = found
    .filter(({ kind }) => kind === 'user')
    .filter((user, index, all) => all.findIndex(({ ref }) => ref === user.ref) === index);
  const later = names.filter(({ folded }) => !folded.startsWith(text)).filter(fresh);
  const shownUsers = users.filter(fresh);
  const words = found.filter(isWords).filter((each, _index, all) => !hasLongerPhrase(each, all));
  const room = Math.max(0, MOST_SUGGESTED - first.length - later.length - shownUsers.length);
  return [...first, ...words.filter(fresh).slice(0, room), ...later, ...shownUsers].slice(0, MOST_SUGGESTED);
}

/** Whether a longer phrase says more of the very same deals. */
const hasLongerPhrase = ({ folded, deals }: Found, all: Found[]) =>
  all.some((other) => other.deals === deals && other.folded.startsWith(`${folded} `));
