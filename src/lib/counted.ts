interface Counting {
  /** Where it is not the word with an s. */
  plural?: string;
  /** Language tag that separates thousands. */
  locale?: string;
  /** Whether there are more than were counted. */
  more?: boolean;
}

/** A number with what it counts: "1 deal", "1,204 deals", "2 replies", "1,000+ deals". */
export const counted = (count: number, word: string, { plural = `${word}s`, locale = 'en-US', more = false }: Counting = {}): string =>
  `${count.toLocaleString(locale)}${more ? '+' : ''} ${count === 1 && !more ? word : plural}`;
