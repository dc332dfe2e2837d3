import { readFileSync } from 'node:fs';

/**
 * Two titles at one store and price, and whether they are of the same product. `develop` is what the rules were made with; `held-out` is
 * looked at for its figure alone. `by` says where they come from: written by hand as people post, or from the data named in LICENCES.md.
 */
export interface LabelledPair {
  part: 'develop' | 'held-out';
  by: 'hand' | 'coupons' | 'pc-parts' | 'retail-products';
  same: boolean;
  store: string;
  /** In dollars. */
  price: number;
  titles: [string, string];
}

/** All labelled pairs, always in the same order. */
export const readLabelledPairs = (): LabelledPair[] =>
  ['labelled-pairs.jsonl', 'generated-pairs.jsonl'].flatMap((name) =>
    readFileSync(new URL(name, import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LabelledPair),
  );
