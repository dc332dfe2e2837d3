/** Something that was asked for: one word, or several that name one thing. In the language of `tsquery`. */
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

/** What brings a deal further up: as often and as prominently as it is there, or by being there at all (`flag`). */
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

/** A word that was taken for a typo. */
export interface Correction {
  /** As it was typed. */
  from: string;
  /** What was looked for. */
  to: string;
}

/** What is looked for, what brings results further up, and what is marked in them. */
export interface SearchPlan {
  terms: Term[];
  rankings: Ranking[];
  marks: Mark[];
  corrected: Correction[];
  /** Whether cheap deals are asked for. */
  cheap: boolean;
}
