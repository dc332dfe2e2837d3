/** A word of a query, as it is compared. */
export interface Word {
  word: string;
  stem: string;
  /** How many deals have it in their titles. */
  deals: number;
}

/** What stands for the words `first` to `last` of a query, counted from 0. */
export interface Span {
  first: number;
  last: number;
}

/** What the catalogue knows of the words of a query. */
export interface Understood {
  words: Word[];
  /** Stores (s), brands (b) and categories with what is below them (c) that words name, by ids. */
  named: (Span & { kind: 'store' | 'brand' | 'category'; id: number })[];
  /** Those of them that bear such a name themselves. */
  places: Place[];
  /** What words mean besides, by stems. */
  meanings: (Span & { stems: string })[];
  /** Words that titles write as one, by stems; and figures with a unit that was left out. */
  joined: (Span & { stem: string })[];
  /** How many deals there are, more or less. */
  deals: number;
}

export interface Place {
  kind: 'store' | 'brand' | 'category';
  id: number;
  slug: string;
  name: string;
}

/** A word of titles. */
export type Known = Pick<Word, 'word' | 'stem'>;

/** What a word can be when no title has it. */
export interface Guess {
  /** Whether descriptions have it. */
  described: boolean;
  /** It is several words in one: "rtx4070". */
  parts: Known[];
  /** Words that it is a typo of. */
  closest: Known[];
  /** Words that begin with it, those of most deals first. */
  begun: Known[];
}
