/** A term of a search: one word, or several that name one thing. Its queries are in the syntax of `tsquery`. */
export interface Term {
  query: string;
  /** A broader query: it also matches words that begin like the last one. */
  looser: string;
  required: boolean;
  /** Whether it names a category. */
  isKind: boolean;
  /** From 0 to 1: a word that few deals have weighs more. */
  weight: number;
}

/** A query that raises the relevance of deals by `ts_rank`, or, with `flag`, by a fixed amount when it matches. */
export interface Ranking {
  query: string;
  weight: number;
  flag: boolean;
}

/** A stem, or the beginning of a word, to mark in titles. */
export interface Mark {
  stem: string;
  /** Whether all words that begin with it are marked. */
  begins: boolean;
}

/** A word that was corrected as a typo. */
export interface Correction {
  /** As it was typed. */
  from: string;
  /** The corrected word. */
  to: string;
}

/** The plan of a search: what is required, what raises the relevance, and what is marked in results. */
export interface SearchPlan {
  terms: Term[];
  rankings: Ranking[];
  marks: Mark[];
  corrected: Correction[];
  /** Whether the query asks for cheap deals. */
  cheap: boolean;
}
