import { brands } from './brands.ts';
import { collections, forums } from './collections.ts';
import { commentsOn } from './comments.ts';
import type { DealRecord } from './deals.ts';
import { freebieDeal, freebies } from './freebie-deals.ts';
import { members } from './members.ts';
import { offers } from './offers.ts';
import { partDeal, titledParts } from './part-deals.ts';
import { productDeal, products } from './product-deals.ts';
import { randomFor } from './random.ts';
import { spreadAges } from './schedule.ts';
import { stores } from './stores.ts';
import { categories } from './taxonomy.ts';
import { required } from '../../lib/required.ts';

/** All records of the demo, made from the folder `inputs`; always the same ones, in the order of `catalogue.jsonl`. */
export function demoRecords(): object[] {
  const parts = titledParts();
  const unbranded = products();
  const free = freebies();
  const ages = spreadAges(parts.length + unbranded.length + free.length, randomFor('ages'));
  const nextAge = (): number => required(ages.pop(), 'an age');

  const deals: DealRecord[] = [
    ...parts.map(({ part, title }) => partDeal(part, title, nextAge())),
    ...unbranded.map((product) => productDeal(product, nextAge())),
    ...free.map((freebie) => freebieDeal(freebie, nextAge())),
  ].sort((one, other) => (one.postedAt < other.postedAt ? -1 : one.postedAt > other.postedAt ? 1 : one.sourceId < other.sourceId ? -1 : 1));

  const used = new Set(deals.map((deal) => deal.brand));
  const known = new Map(brands.map(({ slug, name }) => [slug, { type: 'brand', slug, name }] as const));
  const brandRecords = [...known.values()].filter(({ slug }) => used.has(slug)).sort((one, other) => (one.slug < other.slug ? -1 : 1));

  return [...forums, ...categories, ...stores, ...brandRecords, ...collections, ...members, ...deals, ...commentsOn(deals), ...offers()];
}
