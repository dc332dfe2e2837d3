interface Counting {
  /** The plural, if it is not the word with an s. */
  plural?: string;
  /** Language tag that separates thousands. */
  locale?: string;
  /** Whether there are more than were counted. */
  more?: boolean;
}

/** The word for what is counted, in the form that follows the number: "deal" or "deals". */
export const wordFor = (count: number, word: string, { plural = `${word}s`, more = false }: Counting = {}): string =>
  count === 1 && !more ? word : plural;

/** A number with what it counts: "1 deal", "1,204 deals", "2 replies", "1,000+ deals". */
export const counted = (count: number, word: string, counting: Counting = {}): string =>
  `${count.toLocaleString(counting.locale ?? 'en-US')}${counting.more ? '+' : ''} ${wordFor(count, word, counting)}`;
