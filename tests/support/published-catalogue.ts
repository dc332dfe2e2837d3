import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../src/features/catalogue-files/import.server.ts';
import type { FileRecord } from '../../src/features/catalogue/record.ts';
import type { Context } from '../../src/server/context.ts';
import { fillOnce } from './fixture.ts';
import { writeRecords } from './small-catalogue.ts';

const DAY = 86_400_000;
const day = (number: number) => new Date(Date.UTC(2026, 0, 1) + number * DAY).toISOString();

/** Loads a catalogue that has something of every kind, and one list that is longer than a page. */
export function publishedCatalogue(context: Context, deals = 60): Promise<void> {
  return fillOnce(context.db, `published catalogue of ${deals}`, () => importCatalogue(context, deals));
}

async function importCatalogue(context: Context, deals: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-catalogue-'));
  try {
    const { problems } = await importFiles(context, [await writeRecords(folder, 'catalogue.jsonl', records(deals))]);
    if (problems.length > 0) throw new Error(JSON.stringify(problems[0]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const STORES = ['corner-shop', 'glasswater', 'north-mart'];
const BRANDS = ['acme', 'umbra'];
const CATEGORIES = ['lamps', 'desk-lamps', 'chairs', 'rugs'];

function records(deals: number): FileRecord[] {
  return [
    { type: 'forum', slug: 'hot-deals', title: 'Hot Deals', position: 1 },
    ...CATEGORIES.map((slug, position): FileRecord => ({
      type: 'category',
      slug,
      name: slug,
      position,
      ...(slug === 'desk-lamps' && { parent: 'lamps' }),
    })),
    ...STORES.map((slug): FileRecord => ({
      type: 'store',
      slug,
      name: slug,
      host: `${slug}.example`,
      url: `https://${slug}.example/`,
      description: `All of ${slug}.`,
    })),
    ...BRANDS.map((slug): FileRecord => ({ type: 'brand', slug, name: slug })),
    collection('half-off', 1, { items: 'deals', minPercent: 50 }),
    collection('cheap', 2, { items: 'deals', maxPrice: '12.00' }),
    collection('sitting', 3, { items: 'deals', categories: ['chairs', 'rugs'] }),
    collection('lowest', 4, { items: 'deals', lowest: true }),
    collection('picked', 5, { items: 'deals', picked: true }),
    collection('coupons', 6, { items: 'offers', offerType: 'coupon', expired: false }),
    { type: 'member', source: 'tests', sourceId: 'm1', username: 'magpie', joinedAt: day(0) },
    ...Array.from({ length: deals }, (_, index) => deal(index)),
    ...Array.from({ length: 5 }, (_, index): FileRecord => ({
      type: 'comment',
      source: 'tests',
      sourceId: `c${index}`,
      deal: `d${index % 3}`,
      member: 'm1',
      body: `Comment ${index}`,
      postedAt: day(100 + index),
    })),
    ...Array.from({ length: 6 }, (_, index): FileRecord => ({
      type: 'offer',
      source: 'tests',
      sourceId: `o${index}`,
      offerType: index % 3 === 0 ? 'cashback' : 'coupon',
      title: `Offer ${index}`,
      store: STORES[index % 2]!,
      percent: 5 + index,
      ...(index % 3 !== 0 && { code: `CODE${index}` }),
      postedAt: day(50 + index),
    })),
  ];
}

const collection = (slug: string, position: number, rule: Extract<FileRecord, { type: 'collection' }>['rule']): FileRecord => ({
  type: 'collection',
  slug,
  title: slug,
  description: '',
  position,
  rule,
});

const deal = (index: number): FileRecord => ({
  type: 'deal',
  source: 'tests',
  sourceId: `d${index}`,
  title: `Deal number ${index}`,
  store: STORES[index % STORES.length]!,
  category: CATEGORIES[index % CATEGORIES.length]!,
  ...(index % 3 === 0 && { brand: BRANDS[index % BRANDS.length]! }),
  forum: 'hot-deals',
  url: `https://shop.example/${index}`,
  price: `${5 + (index % 20)}.00`,
  ...(index % 2 === 0 && index % 30 > (index % 20) - 7 && { listPrice: `${12 + (index % 30)}.00`, listPriceSeen: '2025-12-01' }),
  ...(index % 4 === 2 && { prices: [[day(index - 40).slice(0, 10), `${12 + (index % 30)}.00`]] }),
  ...(index % 7 === 0 && { collections: ['picked'] }),
  ...(index % 9 === 0 && { expired: true }),
  ...(index % 5 === 0 && { postedBy: 'm1' }),
  ...(index % 4 === 0 && {
    prices: [
      ['2026-01-01', '25.00'],
      ['2026-02-01', `${5 + (index % 20)}.00`],
      ['2026-03-01', '26.00'],
    ],
  }),
  postedAt: day(index),
  votesUp: (index * 7) % 40,
});
