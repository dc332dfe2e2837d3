import { popularityOf } from './popularity.ts';
import type { DealRecord } from './deals.ts';
import { deliveryOf } from './delivery.ts';
import { someMember } from './members.ts';
import { amount } from './money.ts';
import { readNdjson } from './ndjson.ts';
import { randomFor } from './random.ts';
import { timesOf } from './schedule.ts';
import type { ProductInput } from './select-products.ts';
import { slugOfWords } from '../../lib/slug.ts';
import { sellerOf } from './stores.ts';
import { categoryOfInput } from './taxonomy.ts';
import { dealVotes } from './votes.ts';

export function products(): ProductInput[] {
  return readNdjson<ProductInput>(new URL('inputs/products.ndjson', import.meta.url));
}

/** Makes a deal for an unbranded product. Only one price is known, so it has no list price and no price history. */
export function productDeal(product: ProductInput, age: number): DealRecord {
  const random = randomFor(`deal ${product.id}`);
  const { category, kind } = categoryOfInput(product.leaf);
  const store = sellerOf(category, random);
  const times = timesOf(age, random);
  const title = productTitle(product);
  return {
    type: 'deal',
    source: 'demo',
    sourceId: product.id,
    title,
    description: product.about,
    ...(kind && { kind }),
    store: store.slug,
    category,
    forum: random() < 0.03 ? 'deal-talk' : 'hot-deals',
    ...(random() < 0.014 && { collections: ['editors-picks'] }),
    url: `${store.url}p/${slugOfWords(title, 48)}-${product.id.slice(3, 9)}`,
    price: amount(product.price),
    currency: 'USD',
    ...deliveryOf(store),
    ...times,
    postedBy: someMember(random).sourceId,
    ...dealVotes(random, { percent: product.price < 25 ? 16 : 0, appeal: popularityOf(category), postedAt: times.postedAt }),
  };
}

/** The product's name, with the material from the description unless the name contains it. */
function productTitle({ name, about }: ProductInput): string {
  const found =
    /(?:crafted|made|handcrafted) from (?:[a-z-]+,? (?:and )?){0,4}?(leather|cotton|canvas|denim|wool|oak|walnut|ceramic|porcelain|bamboo|linen|stainless steel|velvet|suede|brass|silk)\b/i.exec(
      about,
    );
  const material = found?.[1]?.toLowerCase();
  return material && !name.toLowerCase().includes(material) ? `${name}, ${material}` : name;
}
