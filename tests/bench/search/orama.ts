import { create, insertMultiple, search, type Orama } from '@orama/orama';
import type { DealDocument } from './documents.ts';
import type { Engine } from './engine.ts';

const SCHEMA = { title: 'string', brand: 'string', store: 'string', category: 'string' } as const;
const A_PAGE = 40;
const A_BATCH = 1_000;

interface OramaSetting {
  tolerance?: number;
  /** 0 finds what has all the words, 1 what has any. */
  threshold: number;
  boost: { title: number; brand?: number };
}

/** What its documentation offers for typing as people do; the setting that does best is measured. */
export const ORAMA_SETTINGS: Record<string, OramaSetting> = {
  'tolerance 1, all words else any, title 2': { tolerance: 1, threshold: 0, boost: { title: 2 } },
  'tolerance 1, any word, title 2': { tolerance: 1, threshold: 1, boost: { title: 2 } },
  'tolerance 1, all words else any, title 2, brand 2': { tolerance: 1, threshold: 0, boost: { title: 2, brand: 2 } },
  'no tolerance, all words else any, title 2': { threshold: 0, boost: { title: 2 } },
};

export type OramaIndex = Orama<typeof SCHEMA>;

/** An index of the deals in this process's memory. */
export async function indexOrama(documents: DealDocument[]): Promise<OramaIndex> {
  const index = create({ schema: SCHEMA });
  await insertMultiple(index, documents, A_BATCH);
  return index;
}

/** Deals by a setting; where all the words are asked for and nothing has them, those that have any. */
export function orama(index: OramaIndex, { boost, threshold, tolerance }: OramaSetting): Engine {
  const ask = async (term: string, limit: number, any: number) =>
    (await search(index, { term, limit, boost, threshold: any, ...(tolerance && { tolerance }) })).hits;
  return {
    name: 'Orama',
    async search(q) {
      const all = await ask(q, A_PAGE, threshold);
      const found = all.length > 0 || threshold === 1 ? all : await ask(q, A_PAGE, 1);
      return found.map(({ id }) => id);
    },
    complete: async (typed) => (await search(index, { term: typed, limit: 10, properties: ['title'], threshold: 0 })).hits,
  };
}
