import { readFileSync } from 'node:fs';
import { pickWeighted, type Random } from './random.ts';

export type StoreRecord = { type: 'store'; slug: string; name: string; host: string; url: string; description: string };

const { stores, sellersOf } = readStores();
export { stores };

/** Picks a store that sells this category. @throws when none does */
export function sellerOf(category: string, random: Random): StoreRecord {
  const sellers = sellersOf.get(category);
  if (!sellers) throw new Error(`no store sells ${category}`);
  return pickWeighted(random, sellers);
}

/** The store with this slug. @throws when there is none */
export function storeNamed(slug: string): StoreRecord {
  const store = stores.find((candidate) => candidate.slug === slug);
  if (!store) throw new Error(`no store is called ${slug}`);
  return store;
}

/** Every host ends in .example, so that invented deals never link to a real shop. */
function readStores(): { stores: StoreRecord[]; sellersOf: Map<string, [StoreRecord, number][]> } {
  const sellersOf = new Map<string, [StoreRecord, number][]>();
  const lines = readFileSync(new URL('inputs/stores.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  const stores = lines.map((line) => {
    const [slug = '', name = '', description = '', sells = ''] = line.split('|').map((field) => field.trim());
    const host = `${slug.replaceAll('-', '')}.example`;
    const store: StoreRecord = { type: 'store', slug, name, host, url: `https://${host}/`, description };
    for (const entry of sells.split(',')) {
      const [category = '', weight = '1'] = entry.trim().split(' ');
      sellersOf.set(category, [...(sellersOf.get(category) ?? []), [store, Number(weight)]]);
    }
    return store;
  });
  return { stores, sellersOf };
}
