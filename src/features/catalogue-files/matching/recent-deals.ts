import { DAY_MS } from '../../../lib/durations.ts';
import type { Word } from './read-title.ts';
import { compareDeals, type ReadDeal, type DealMatch } from './same-deal.ts';

/** A deal in the order in which a store's deals were posted. */
export interface PostedDeal extends ReadDeal {
  threadId: number;
  storeId: number;
  postedAt: Date;
}

export interface Match<Deal extends PostedDeal> {
  other: Deal;
  matchedBy: DealMatch;
}

/** How far apart two deals of one store may have been posted. */
const APART_MS = 7 * DAY_MS;

/**
 * Titles of one product share at least one of so many of their most distinctive words. For each word only the last deals with it are
 * compared.
 */
const KEYS = 5;
const KEY_LETTERS = 6;
const LAST_DEALS = 40;

/** For a store with more deals within the days, only the last ones are kept: each takes about 9 KB of memory. */
const MOST_KEPT = 20_000;

interface Kept<Deal> {
  deal: Deal;
  keys: string[];
  /** The newest deal that it was compared with. */
  comparedWith: Deal | undefined;
}

/**
 * The deals of one store that were posted in the last seven days, indexed by key, by address, and by the most distinctive words of their
 * titles. So each deal is compared with few, however many there are.
 */
export class RecentDeals<Deal extends PostedDeal> {
  readonly #byKey = new Map<string, Kept<Deal>[]>();
  #storeId: number | undefined;
  #window: Kept<Deal>[] = [];
  #from = 0;
  readonly #isWanted: (one: Deal, other: Deal) => boolean;

  /** @param isWanted whether it matters that two deals are the same */
  constructor(isWanted: (one: Deal, other: Deal) => boolean) {
    this.#isWanted = isWanted;
  }

  /**
   * Compares a deal with those before it, and keeps it for those after it. Deals come by store and, within it, by when they were posted.
   */
  add(deal: Deal): Match<Deal>[] {
    if (deal.storeId !== this.#storeId) this.#begin(deal.storeId);
    this.#evict(deal.postedAt.getTime() - APART_MS);
    const keys = keysOf(deal);
    const matches: Match<Deal>[] = [];
    const kept: Kept<Deal> = { deal, keys, comparedWith: undefined };
    for (const key of keys) {
      const others = this.#byKey.get(key);
      if (!others) {
        this.#byKey.set(key, [kept]);
        continue;
      }
      // Keep the first, which its copies are merged into; of the others the last are enough.
      const leftOut = Math.max(0, others.length - LAST_DEALS);
      for (let index = 0; index < others.length; index += index === 0 ? 1 + leftOut : 1) {
        const candidate = others[index];
        if (!candidate || candidate.comparedWith === deal) continue;
        candidate.comparedWith = deal;
        const { deal: other } = candidate;
        const matchedBy = this.#isWanted(deal, other) ? compareDeals(deal, other) : undefined;
        if (matchedBy) matches.push({ other, matchedBy });
      }
      others.push(kept);
    }
    this.#window.push(kept);
    return matches;
  }

  #begin(storeId: number): void {
    this.#storeId = storeId;
    this.#byKey.clear();
    this.#window = [];
    this.#from = 0;
  }

  #evict(before: number): void {
    const isPast = (oldest: Deal) => oldest.postedAt.getTime() < before || this.#window.length - this.#from >= MOST_KEPT;
    for (let oldest = this.#window[this.#from]; oldest && isPast(oldest.deal); oldest = this.#window[this.#from]) {
      for (const key of oldest.keys) {
        const deals = this.#byKey.get(key);
        // Deals are removed in the order in which they were added.
        deals?.shift();
        if (deals?.length === 0) this.#byKey.delete(key);
      }
      this.#from++;
    }
    if (this.#from > 1_000 && this.#from * 2 > this.#window.length) {
      this.#window = this.#window.slice(this.#from);
      this.#from = 0;
    }
  }
}

function keysOf({ read, address, title }: PostedDeal): string[] {
  const keyWords = read.words.filter(({ weight }) => weight >= 0.3).toSorted((a, b) => rarity(b) - rarity(a) || (a.text < b.text ? -1 : 1));
  const words = keyWords.slice(0, KEYS).map(({ text }) => text);
  const keys = [...words, ...joinedWords(read.words)].map((text) => text.slice(0, KEY_LETTERS));
  return [`= ${read.key || title}`, ...(address === undefined ? [] : [`@ ${address.id}`]), ...new Set(keys)];
}

/** Adjacent words joined, as others may write them: "Git Kraken". A longer first word is a key already. */
function joinedWords(words: Word[]): string[] {
  return words.flatMap(({ text }, index) => {
    const next = words[index + 1]?.text;
    return next !== undefined && text.length < KEY_LETTERS ? [text + next] : [];
  });
}

/** Model numbers identify a product best, then long words, which are rarer than short ones. */
const rarity = ({ weight, number, text }: Word) => weight * (number === 'code' ? 3 : 1) * Math.min(text.length, 8);
