import { suggest } from '../../../src/features/search/suggestions/suggest.server.ts';
import { search, shownTitles } from './ask.ts';
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
    search: async (q) => (await search(context, q)).deals.map(({ threadId }) => sourceIds.get(threadId)!),
    complete: (typed) => suggest(context, typed),
  };
}
