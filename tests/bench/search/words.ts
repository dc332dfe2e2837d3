/** What tells nothing about a deal when it stands in a query by itself, units among it. */
const SMALL = new Set([
  ...['a', 'an', 'and', 'at', 'by', 'for', 'from', 'in', 'of', 'on', 'or', 'the', 'this', 'to', 'up', 'with', 'your'],
  ...['gb', 'tb', 'mb', 'mm', 'cm', 'hz', 'ghz', 'mhz', 'rpm', 'va', 'dpi'],
]);

/** The words of a title in their order: lowercase, without accents, parted at everything that is no letter or digit. */
export function titleWords(title: string): string[] {
  return (
    title
      .normalize('NFKD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase()
      .match(/[\p{Letter}\p{Number}]+/gu) ?? []
  );
}

/** Whether somebody would type this word to find something: no small word, no lone letter, no short or torn number. */
export const isTelling = (word: string): boolean => !SMALL.has(word) && word.length > 1 && !/^(\d{1,2}|0\d+)$/.test(word);

export interface Title {
  threadId: number;
  sourceId: string;
  title: string;
}

/** Which titles hold which words. */
export interface TitleIndex {
  titles: (Title & { words: string[] })[];
  /** The deals whose titles hold all of these words. */
  holding(words: string[]): number[];
  has(word: string): boolean;
}

/** @param titles in an order that does not change from run to run */
export function indexTitles(titles: Title[]): TitleIndex {
  const split = titles.map((deal) => ({ ...deal, words: titleWords(deal.title) }));
  const holders = new Map<string, Set<number>>();
  for (const { threadId, words } of split)
    for (const word of words) {
      const known = holders.get(word);
      if (known) known.add(threadId);
      else holders.set(word, new Set([threadId]));
    }
  return {
    titles: split,
    holding(words) {
      const sets = words.map((word) => holders.get(word) ?? new Set<number>()).toSorted((a, b) => a.size - b.size);
      const [smallest = new Set<number>(), ...others] = sets;
      return [...smallest].filter((threadId) => others.every((set) => set.has(threadId)));
    },
    has: (word) => holders.has(word),
  };
}
