/**
 * Run by a maintainer, `npm exec -- node tests/bench/duplicates/make-pairs.ts`: writes `generated-pairs.jsonl`. Products that are the same
 * are written as two people would, products that are not are the nearest by their names, as they stand in the data (LICENCES.md).
 */
import { writeFileSync } from 'node:fs';
import { readNdjson, toNdjson } from '../../../src/features/demo/ndjson.ts';
import { randomFor, shuffled } from '../../../src/features/demo/random.ts';
import { readParts, type Part } from '../search/parts/read-parts.ts';
import type { LabelledTitles } from './labelled-pairs.ts';
import { restyled } from './restyled.ts';

interface Product {
  leaf: string;
  name: string;
}

const KINDS: Record<string, string> = {
  ...{ monitor: 'Monitor', mouse: 'Mouse', keyboard: 'Keyboard', headphones: 'Headset', 'power-supply': 'Power Supply', cpu: 'Processor' },
  ...{ motherboard: 'Motherboard', speakers: 'Speakers', webcam: 'Webcam', 'case-fan': 'Case Fan', 'internal-hard-drive': 'Drive' },
};
const random = randomFor('labelled-pairs');
const parts = shuffled(
  random,
  readParts().filter(({ category, name }) => category in KINDS && name.split(' ').length >= 2),
);
const products = shuffled(random, readNdjson<Product>(new URL('../../../src/features/demo/inputs/products.ndjson', import.meta.url)));

type Made = Pick<LabelledTitles, 'by' | 'same' | 'price' | 'titles'>;
const ofParts = (part: Part, same: boolean, titles: [string, string]): Made => ({ by: 'pc-parts', same, price: part.price, titles });
const ofProducts = (same: boolean, titles: [string, string]): Made => ({ by: 'retail-products', same, price: 25, titles });

const made: Made[] = [
  ...parts.slice(0, 44).map((part) => ofParts(part, true, [restyled(partTitle(part, 0), random), restyled(partTitle(part, 1), random)])),
  ...nearPairs(parts.slice(44), 44, ({ category }) => category).map(([part, near]) =>
    ofParts(part, false, [partTitle(part, 0), partTitle(near, 0)]),
  ),
  ...products.slice(0, 22).map(({ name }) => ofProducts(true, [name, restyled(name, random)])),
  ...nearPairs(products.slice(22), 22, ({ leaf }) => leaf).map(([product, near]) => ofProducts(false, [product.name, near.name])),
];
const pairs = made.map(({ by, same, price, titles }, index): LabelledTitles => {
  const part = index % 2 === 0 ? 'develop' : 'held-out';
  return { part, by, same, store: 'Acme', price, titles };
});
writeFileSync(new URL('generated-pairs.jsonl', import.meta.url), toNdjson(pairs));

/** A part's name with some of its specifications, in one of two ways to write them. */
function partTitle({ category, name, specs }: Part, way: 0 | 1): string {
  const written = (value: unknown, ...ways: [string, string]) =>
    value === undefined ? [] : [`${JSON.stringify(value).replaceAll('"', '')}${ways[way]}`];
  return [
    name,
    ...written(specs['wattage'], ' W', 'W'),
    ...written(specs['screen_size'], '"', '-inch'),
    ...written(specs['refresh_rate'], ' Hz', 'Hz'),
    ...written(specs['capacity'], ' GB', 'GB'),
    ...(way === 0 ? [KINDS[category]] : written(specs['color'], '', '')),
  ].join(' ');
}

/** The first so many that have another of their kind with another name, half of whose words are theirs too; each with the nearest. */
function nearPairs<T extends { name: string }>(among: T[], count: number, kindOf: (item: T) => string): [T, T][] {
  const found: [T, T][] = [];
  for (const item of among) {
    const words = new Set(item.name.toLowerCase().split(' '));
    const common = ({ name }: T) => [...new Set(name.toLowerCase().split(' '))].filter((word) => words.has(word)).length;
    const others = among.filter((other) => kindOf(other) === kindOf(item) && other.name !== item.name);
    const [nearest] = others.toSorted((a, b) => common(b) - common(a));
    if (nearest && common(nearest) * 2 >= words.size) found.push([item, nearest]);
    if (found.length === count) break;
  }
  return found;
}
