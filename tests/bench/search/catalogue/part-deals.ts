import { popularityOf } from '../../../../src/features/demo/popularity.ts';
import type { Brand } from '../../../../src/features/demo/brands.ts';
import type { DealRecord } from '../../../../src/features/demo/deals.ts';
import { someMember } from '../../../../src/features/demo/members.ts';
import { amount, inWords } from '../../../../src/features/demo/money.ts';
import { categoryOfPart } from '../../../../src/features/demo/part-deals.ts';
import { randomFor, shuffled, type Random } from '../../../../src/features/demo/random.ts';
import { timesOf } from '../../../../src/features/demo/schedule.ts';
import type { PartInput } from '../../../../src/features/demo/select-parts.ts';
import { slugOfWords } from '../../../../src/lib/slug.ts';
import { sellerOf } from '../../../../src/features/demo/stores.ts';
import { partTitle, wordingOf } from '../../../../src/features/demo/titles.ts';
import { dealVotes } from '../../../../src/features/demo/votes.ts';
import { readParts } from '../parts/read-parts.ts';
import { dealsAgain } from './again.ts';
import { makerOf } from './makers.ts';

const LONGEST_TITLE = 150;
const OLDEST_DAYS = 120;
/** Of each product, after the first deal. */
const MOST_AGAIN = 5;

interface Titled {
  part: PartInput;
  maker: Brand;
  title: string;
}

/** Deals on the dataset's products in a seeded order: first one on each, then others on the same ones, until there are `count`. */
export function partDeals(count: number): { deals: DealRecord[]; makers: Brand[] } {
  const products = shuffled(randomFor('bench: order'), titledProducts());
  const deals = products.slice(0, count).map((product, index) => firstDeal(product, index));
  const again = Math.min(MOST_AGAIN, Math.ceil((count - deals.length) / products.length));
  const others = products.map(({ title }, index) => dealsAgain(title, again, randomFor(`bench: again ${index}`)));
  for (let round = 0; round < again; round++)
    for (const [index, product] of products.entries()) {
      const { title, share } = others[index]![round]!;
      if (deals.length < count) deals.push(dealOn({ ...product, title }, `bench-${index}-${round + 2}`, product.part.prices[0]! * share));
    }
  return { deals, makers: [...new Map(products.map(({ maker }) => [maker.slug, maker])).values()] };
}

/** Whether a deal of the catalogue is no further one on a product that has one already. */
export const isFirstDeal = (sourceId: string): boolean => !/^bench-\d+-(?!1$)/.test(sourceId);

function titledProducts(): Titled[] {
  const taken = new Set<string>();
  return readParts().flatMap(({ price, ...product }, index) => {
    const maker = makerOf(product.name);
    const part = { ...product, id: `bench-${index}`, was: 0, prices: [price] };
    const plain = partTitle(part, maker, randomFor(`bench: title ${index}`));
    const title = taken.has(plain) ? partTitle(part, maker, randomFor(`bench: title ${index}`), true) : plain;
    if (taken.has(title) || title.length > LONGEST_TITLE) return [];
    taken.add(title);
    return [{ part, maker, title }];
  });
}

const firstDeal = (product: Titled, index: number): DealRecord => dealOn(product, `bench-${index}-1`, product.part.prices[0]!);

function dealOn({ part, maker, title }: Titled, sourceId: string, price: number): DealRecord {
  const random = randomFor(`bench: deal ${sourceId}`);
  const { category, kind } = categoryOfPart(part);
  const store = sellerOf(category, random);
  const times = timesOf(random() * OLDEST_DAYS, random);
  const percent = random() < 0.6 ? 10 + Math.floor(random() ** 2 * 50) : 0;
  const sentences = wordingOf(part.category).sentences(part.specs).filter(Boolean);
  return {
    type: 'deal',
    source: 'demo',
    sourceId,
    title,
    description: [...sentences, `Seen for ${inWords(price)} at ${store.name}.`].join(' '),
    ...(kind && { kind }),
    store: store.slug,
    brand: maker.slug,
    category,
    forum: 'hot-deals',
    url: `${store.url}p/${slugOfWords(title, 48)}-${sourceId}`,
    price: amount(price),
    ...(percent > 0 && comparedTo(price / (1 - percent / 100), random)),
    currency: 'USD',
    ...times,
    postedBy: someMember(random).sourceId,
    ...dealVotes(random, { percent, appeal: popularityOf(category), postedAt: times.postedAt }),
  };
}

const comparedTo = (price: number, random: Random) => ({
  listPrice: amount(price),
  listPriceSeen: `2025-${String(1 + Math.floor(random() * 8)).padStart(2, '0')}-15`,
});
