import type { DealRecord } from './deals.ts';
import { someMember } from './members.ts';
import { readNdjson } from './ndjson.ts';
import { randomFor } from './random.ts';
import { timesOf } from './schedule.ts';
import { slugOfWords } from '../../lib/slug.ts';
import { storeNamed } from './stores.ts';
import { dealVotes } from './votes.ts';

/** A free sample or printable of a fictional store, written by hand. These are the only invented products. */
type Freebie = { id: string; store: string; category: string; kind?: string; title: string; description: string };

export function freebies(): Freebie[] {
  return readNdjson<Freebie>(new URL('inputs/freebies.ndjson', import.meta.url));
}

/** Makes a free deal in the freebies forum. */
export function freebieDeal(freebie: Freebie, age: number): DealRecord {
  const random = randomFor(`deal ${freebie.id}`);
  const store = storeNamed(freebie.store);
  const times = timesOf(age, random);
  return {
    type: 'deal',
    source: 'demo',
    sourceId: freebie.id,
    title: freebie.title,
    description: freebie.description,
    ...(freebie.kind && { kind: freebie.kind }),
    store: store.slug,
    category: freebie.category,
    forum: 'freebies',
    url: `${store.url}free/${slugOfWords(freebie.title, 48)}`,
    price: 'free',
    currency: 'USD',
    ...times,
    postedBy: someMember(random).sourceId,
    ...dealVotes(random, { percent: 45, appeal: 1, postedAt: times.postedAt }),
  };
}
