import { readFileSync } from 'node:fs';
import { popularityOf } from './popularity.ts';
import { brandOf } from './brands.ts';
import { codeFor } from './codes.ts';
import { deliveryOf } from './delivery.ts';
import { partDescription } from './descriptions.ts';
import { lastTwo, seenUntil, type Seen } from './price-days.ts';
import type { DealRecord } from './deals.ts';
import { someMember } from './members.ts';
import { amount } from './money.ts';
import { readNdjson } from './ndjson.ts';
import { randomFor, seedOf } from './random.ts';
import { timesOf } from './schedule.ts';
import type { PartInput } from './select-parts.ts';
import { slugOfWords } from '../../lib/slug.ts';
import { sellerOf } from './stores.ts';
import { categoryOfInput } from './taxonomy.ts';
import { partTitle } from './titles.ts';
import { dealVotes } from './votes.ts';
import { required } from '../../lib/required.ts';
import { z } from 'zod';

const dates = z.array(z.string()).parse(JSON.parse(readFileSync(new URL('inputs/snapshot-dates.json', import.meta.url), 'utf8')));

/** Parts with unique titles; parts without a known brand or a unique title are left out. */
export function titledParts(): { part: PartInput; title: string }[] {
  const titles = new Set<string>();
  return readNdjson<PartInput>(new URL('inputs/parts.ndjson', import.meta.url)).flatMap((part) => {
    const brand = brandOf(part.name);
    if (!brand) return [];
    const detailed = seedOf(part.id) % 16 === 0;
    const plain = partTitle(part, brand, randomFor(`title ${part.id}`), detailed);
    const title = titles.has(plain) ? partTitle(part, brand, randomFor(`title ${part.id}`), true) : plain;
    if (titles.has(title) || title.length > 140) return [];
    titles.add(title);
    return [{ part, title }];
  });
}

/** Makes a deal from a price drop: its price is the last observation, its list price the one before. */
export function partDeal(part: PartInput, title: string, age: number): DealRecord {
  const random = randomFor(`deal ${part.id}`);
  const [was, now] = lastTwo(seenPrices(part));
  const percent = (1 - now.price / was.price) * 100;
  const { category, kind } = categoryOfPart(part);
  const store = sellerOf(category, random);
  const couponCode = random() < 0.07 ? codeFor(store, random) : undefined;
  const times = timesOf(age, random);
  const seen = seenUntil(times.postedAt, seenPrices(part));
  const description = partDescription(part);
  return {
    type: 'deal',
    source: 'demo',
    sourceId: part.id,
    title,
    description: couponCode ? `${description}\n\nUse code ${couponCode} at checkout.` : description,
    ...(kind && { kind }),
    store: store.slug,
    brand: brandOf(part.name)?.slug,
    category,
    forum: couponCode ? 'coupons' : percent < 11.5 && random() < 0.4 ? 'deal-talk' : 'hot-deals',
    ...(percent >= 25 && random() < 0.08 && { collections: ['editors-picks'] }),
    url: `${store.url}p/${slugOfWords(title, 48)}-${part.id.slice(3, 9)}`,
    price: amount(now.price),
    listPrice: amount(was.price),
    listPriceSeen: lastTwo(seen)[0].date,
    currency: 'USD',
    ...(couponCode && { couponCode }),
    ...deliveryOf(store),
    ...(part.colors && { variants: part.colors }),
    ...times,
    postedBy: someMember(random).sourceId,
    ...dealVotes(random, { percent, appeal: popularityOf(category), postedAt: times.postedAt }),
    prices: seen.map(({ date, price }) => [date, amount(price)]),
  };
}

/** The category and picture of a part. The source has one category for solid-state drives and hard drives. */
export function categoryOfPart({ category, specs }: PartInput): { category: string; kind?: string } {
  if (category !== 'internal-hard-drive') return categoryOfInput(category);
  return specs.type === 'SSD' ? { category: 'solid-state-drives', kind: 'ssd' } : { category: 'hard-drives', kind: 'hard-drive' };
}

function seenPrices(part: PartInput): Seen[] {
  return part.prices.flatMap((price, index) => (price === null ? [] : [{ date: required(dates[index], 'the day of a price'), price }]));
}
