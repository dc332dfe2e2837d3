import { readFileSync } from 'node:fs';

interface Labelled {
  /** `develop` is what the rules were made with; `held-out` is looked at for its figure alone. */
  part: 'develop' | 'held-out';
  /** Written by hand as people post, or from the data named in LICENCES.md. */
  by: 'hand' | 'coupons' | 'pc-parts' | 'retail-products';
  /** Whether both are of the same product. */
  same: boolean;
  store: string;
  titles: [string, string];
}

/** Two titles at one store and price, in dollars. */
export interface LabelledTitles extends Labelled {
  price: number;
}

/** Two deals of one store. */
export interface LabelledPair extends Labelled {
  /** As stores print them, such as "19.99" and "30% off". */
  prices: [string, string];
  urls: [string, string];
  coupons?: [string | null, string | null];
}

/** A page that names no product. */
const NO_PRODUCT = 'https://acme.example/';

/** All labelled pairs that differ by their titles alone, always in the same order. */
export const readLabelledTitles = (): LabelledPair[] =>
  ['labelled-pairs.jsonl', 'generated-pairs.jsonl']
    .flatMap(readLines<LabelledTitles>)
    .map(({ price, ...pair }) => ({ ...pair, prices: [String(price), String(price)], urls: [NO_PRODUCT, NO_PRODUCT] }));

/** All labelled pairs of deals with addresses, coupons and kinds of price, always in the same order. */
export const readLabelledDeals = (): LabelledPair[] => readLines<LabelledPair>('labelled-deals.jsonl');

const readLines = <Pair>(name: string): Pair[] =>
  readFileSync(new URL(name, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Pair);
