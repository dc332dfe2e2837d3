/** A term of a search: one word, or several that name one thing. Its queries are in the syntax of `tsquery`. */
export interface Term {
  query: string;
  /** The same, less exactly: words that begin like the last one, too. */
  looser: string;
  required: boolean;
  /** Whether it names a category: what kind of thing is looked for. */
  isKind: boolean;
  /** From 0 to 1: a word that few deals have weighs more. */
  weight: number;
}

/** A query that raises the relevance of deals: by how often and how prominently it matches, or by whether it matches (`flag`). */
export interface Ranking {
  query: string;
  weight: number;
  flag: boolean;
}

/** A stem, or the beginning of a word, to mark in titles. */
export interface Mark {
  stem: string;
  /** Whether every word that begins so is marked. */
  begins: boolean;
}

/** A word that was corrected as a typo. */
export interface Correction {
  /** As it was typed. */
  from: string;
  /** What was looked for. */
  to: string;
}

/** The plan of a search: what is required, what raises the relevance, and what is marked in results. */
export interface SearchPlan {
  terms: Term[];
  rankings: Ranking[];
  marks: Mark[];
  corrected: Correction[];
  /** Whether cheap deals are asked for. */
  cheap: boolean;
}
