import { searchQuery } from '../../../src/features/search/query.ts';
import { loadSearch } from '../../../src/features/search/search.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Title } from './words.ts';

/** Deals in the order of the first page of results. */
export interface Found {
  deals: { threadId: number; dealTitle: string }[];
  ms: number;
}

/** Searches as the page does. */
export async function search(context: Context, q: string): Promise<Found> {
  const began = performance.now();
  const loaded = await loadSearch(context, searchQuery(new URLSearchParams({ q }))!);
  const ms = performance.now() - began;
  if (!loaded || !('page' in loaded)) throw new Error(`a search had no page: ${q}`);
  const { items, near } = loaded.page.pageData;
  return { deals: [...items, ...near], ms };
}

/** The titles that a search may find, in an order that does not depend on the import. */
export async function shownTitles({ db }: Context): Promise<Title[]> {
  return db
    .selectFrom('deals')
    .where('status', '<>', 'scheduled')
    .select(['thread_id as threadId', 'source_id as sourceId', 'title'])
    .orderBy('source_id')
    .execute();
}
