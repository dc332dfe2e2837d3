import MiniSearch, { type SearchOptions } from 'minisearch';
import type { DealDocument } from './documents.ts';
import type { Engine } from './engine.ts';

const FIELDS = ['title', 'brand', 'store', 'category'];
const A_PAGE = 40;

/** What its documentation offers for typing as people do; the setting that does best is measured. */
export const MINISEARCH_SETTINGS: Record<string, SearchOptions> = {
  'prefix, fuzzy 0.2, title 2': { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
  'prefix, fuzzy 0.2, title 2, brand 2': { prefix: true, fuzzy: 0.2, boost: { title: 2, brand: 2 } },
  'prefix, fuzzy 0.2 from 4 letters, title 2': { prefix: true, fuzzy: (term) => (term.length > 3 ? 0.2 : false), boost: { title: 2 } },
  'prefix of the last word, fuzzy 0.2 from 4 letters, title 2, category 2': {
    prefix: (_term, index, terms) => index === terms.length - 1,
    fuzzy: (term) => (term.length > 3 ? 0.2 : false),
    boost: { title: 2, category: 2 },
  },
};

export type MiniSearchIndex = MiniSearch<DealDocument>;

/** An index of the deals in this process's memory. */
export function indexMiniSearch(documents: DealDocument[]): MiniSearchIndex {
  const index = new MiniSearch<DealDocument>({ fields: FIELDS });
  index.addAll(documents);
  return index;
}

/** Deals that have all the words; those that have any when none has all. */
export function miniSearch(index: MiniSearchIndex, options: SearchOptions): Engine {
  return {
    name: 'MiniSearch',
    async search(q) {
      const all = index.search(q, { ...options, combineWith: 'AND' });
      const found = all.length > 0 ? all : index.search(q, { ...options, combineWith: 'OR' });
      return found.slice(0, A_PAGE).map(({ id }) => id as string);
    },
    complete: async (typed) => index.autoSuggest(typed, { fuzzy: 0.2 }).slice(0, 10),
  };
}
