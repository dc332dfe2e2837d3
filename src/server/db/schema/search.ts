import type { GeneratedAlways } from 'kysely';
import type { Defaulted, Day } from './columns.ts';

/** Tables that searches and the search box read. */
export interface SearchTables {
  search_names: { stems: string; kind: 'store' | 'brand' | 'category'; id: number };
  search_words: { word: string; stem: string; deals: number };
  search_due: { id: GeneratedAlways<number>; thread_id: number; before: string | null; after: string | null };
  search_synonyms: { stems: string; means: string };
  suggestions: SuggestionTable;
  suggestion_keys: { part: 'words' | 'names' | 'users'; rank: number; key: string; suggestion_id: number };
  suggestion_filed: { kind: SuggestionKind; ref: number; deals: number };
  suggestion_due: SuggestionDueTable;
  suggestion_names_due: { id: GeneratedAlways<number>; kind: SuggestionKind; ref: number };
  search_counts: { day: Day; phrase: string; visitors: number };
  trending_searches: { place: number; folded: string; phrase: string };
}

/** `product` is the name of a product, `pair` two words that often occur together. */
export type SuggestionKind = 'product' | 'pair' | 'store' | 'brand' | 'category' | 'user';

/** Phrases that the search box suggests (migrations/0009-suggestions.ts). */
interface SuggestionTable {
  id: GeneratedAlways<number>;
  kind: SuggestionKind;
  /** Id of the store, brand, category or member; 0 for words. */
  ref: Defaulted<number>;
  folded: string;
  phrase: string;
  deals: Defaulted<number>;
  hot: Defaulted<boolean>;
  rank: number | null;
}

/** A live deal that was added (1) or removed (-1). */
interface SuggestionDueTable {
  id: GeneratedAlways<number>;
  each: 1 | -1;
  title: string;
  store_id: number;
  brand_id: number | null;
  category_id: number;
}
