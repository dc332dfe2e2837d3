import { searchQuery } from '../../../src/features/search/query.ts';
import { loadSearch } from '../../../src/features/search/search.server.ts';
import { shownTitles } from './ask.ts';
import type { Filled } from './filled.ts';

/** Something that finds deals. */
export interface Engine {
  name: string;
  /** @returns the `sourceId` of each deal of the first page, the best first */
  search(q: string): Promise<string[]>;
  /** Suggests phrases for what has been typed so far; undefined when it cannot. */
  complete?: ((typed: string) => Promise<unknown>) | undefined;
}

/** Our search on a database. */
export async function ours({ context, database }: Filled): Promise<Engine> {
  const sourceIds = new Map((await shownTitles(context)).map(({ threadId, sourceId }) => [threadId, sourceId]));
  return {
    name: `Magpie, ${database}`,
    async search(q) {
      const loaded = await loadSearch(context, searchQuery(new URLSearchParams({ q }))!);
      return loaded && 'page' in loaded ? loaded.page.pageData.items.map(({ threadId }) => sourceIds.get(threadId)!) : [];
    },
  };
}
