import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../src/features/catalogue-files/import.server.ts';
import type { FileRecord } from '../../src/features/catalogue/record.ts';
import { gatherSearch } from '../../src/features/search/gather.server.ts';
import { searchQuery } from '../../src/features/search/query.ts';
import type { SearchData } from '../../src/features/search/search-data.ts';
import { loadSearch } from '../../src/features/search/search.server.ts';
import { applySynonyms } from '../../src/features/search/synonyms.server.ts';
import type { Context } from '../../src/server/context.ts';
import { dealRecord, smallCatalogue, writeRecords } from './small-catalogue.ts';

type Deal = Omit<Parameters<typeof dealRecord>[0], 'sourceId'> & { sourceId?: string };

const category = (slug: string, name: string, position: number, parent?: string): FileRecord => ({
  ...{ type: 'category', slug, name, position },
  ...(parent && { parent }),
});

/** Loads deals with these titles, or more of them, and what they are filed under, as a running site has them a second later. */
export async function searchCatalogue(context: Context, deals: (string | Deal)[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'magpie-search-'));
  const records: FileRecord[] = [
    ...smallCatalogue().filter(({ type }) => type !== 'deal'),
    { type: 'forum', slug: 'freebies', title: 'Freebies', position: 2 },
    category('computers', 'Computers & parts', 2),
    category('monitors', 'Monitors', 3, 'computers'),
    category('graphics-cards', 'Graphics cards', 4, 'computers'),
    category('mice', 'Mice & trackballs', 5, 'computers'),
    { ...smallCatalogue().find(({ type }) => type === 'store')!, slug: 'north-mart', name: 'North Mart' } as FileRecord,
    ...['Asus', 'Western Digital', 'be quiet!'].map((name): FileRecord => ({
      ...{ type: 'brand', name, slug: name.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '') },
    })),
    ...deals.map((deal, index) => {
      const given = typeof deal === 'string' ? { title: deal } : deal;
      return dealRecord({ sourceId: `deal-${index}`, ...given });
    }),
  ];
  try {
    const { problems } = await importFiles(context, [await writeRecords(folder, 'catalogue.jsonl', records)]);
    if (problems[0]) throw new Error(JSON.stringify(problems[0]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await applySynonyms(context.db);
  await gatherSearch(context.db);
}

/** What the search page of an address shows; `ask` is a query string, or words alone. */
export async function searched(context: Context, ask: string): Promise<SearchData> {
  const params = new URLSearchParams(/^\w[\w[\]]*=/.test(ask) ? ask : { q: ask });
  const loaded = await loadSearch(context, searchQuery(params)!);
  if (loaded?.status !== 200) throw new Error(`${ask} has no page`);
  return loaded.page.pageData;
}

/** The titles that are found, in order. */
export const titlesOf = async (context: Context, ask: string): Promise<string[]> =>
  (await searched(context, ask)).items.map(({ dealTitle }) => dealTitle);
