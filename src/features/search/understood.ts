/** A word of a query, as it is compared. */
export interface Word {
  word: string;
  stem: string;
  /** How many deals have it in the title. */
  deals: number;
}

/** Something that the words `first` to `last` of a query mean, counted from 0. */
export interface Span {
  first: number;
  last: number;
}

/** The words of a query with what the catalogue has for them. */
export interface Understood {
  words: Word[];
  /** Where words name stores, brands and categories; of a category also what is below it. */
  mentions: (Span & Pick<Entity, 'kind' | 'id'>)[];
  /** The stores, brands and categories that have such a name themselves. */
  entities: Entity[];
  /** Synonyms of words, by stems. */
  meanings: (Span & { stems: string })[];
  /** Words that titles write as one, or letters and figures that they write apart, by stems; and figures with a unit that was left out. */
  joined: (Span & { stems: string })[];
  /** The approximate number of deals. */
  deals: number;
}

/** Kinds of things that words of a query can name. */
export interface Entity {
  kind: 'store' | 'brand' | 'category';
  id: number;
  slug: string;
  name: string;
}

/** A word of titles. */
export type Known = Pick<Word, 'word' | 'stem'>;

/** The guesses for a word that no title has. */
export interface Guess {
  /** Whether descriptions have it. */
  described: boolean;
  /** It is several words in one: "rtx4070". The last may only begin one: "nhd15" of "NH-D15S". */
  parts: (Known & { begins?: boolean })[];
  /** Words that it is a typo of. */
  closest: Known[];
  /** Words that begin with it, those of most deals first. */
  begun: Known[];
  /** Models that end with it, those of most deals first: "xm4" is the end of "wh1000xm4". */
  ended: Known[];
}
