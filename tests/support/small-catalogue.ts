import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRecord } from '../../src/features/catalogue/record.ts';

type WrittenDeal = Extract<FileRecord, { type: 'deal' }>;

const SOURCE = 'tests';

/** A deal that refers to what `smallCatalogue` holds. */
export function dealRecord(deal: Partial<WrittenDeal> & { sourceId: string; title: string }): WrittenDeal {
  return {
    type: 'deal',
    source: SOURCE,
    store: 'corner-shop',
    category: 'lamps',
    forum: 'hot-deals',
    url: `https://shop.example/${deal.sourceId}`,
    price: '12.50',
    postedAt: '2026-01-01T00:00:00Z',
    votesUp: 20,
    ...deal,
  };
}

/** A catalogue that is built in seconds. */
export function smallCatalogue(): FileRecord[] {
  return [
    { type: 'forum', slug: 'hot-deals', title: 'Hot Deals', position: 1 },
    { type: 'category', slug: 'lamps', name: 'Lamps', kind: 'lamp', tint: 'amber', position: 1 },
    {
      type: 'store',
      slug: 'corner-shop',
      name: 'Corner Shop',
      host: 'shop.example',
      url: 'https://shop.example/',
      description: 'Lamps and more.',
    },
    ...['Desk lamp', 'Floor lamp', 'Reading lamp'].map((title, index) => dealRecord({ sourceId: `lamp-${index}`, title })),
  ];
}

/** Writes records to a file of a folder, as `npm run site -- import` reads them. */
export async function writeRecords(folder: string, name: string, records: FileRecord[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  return path;
}
