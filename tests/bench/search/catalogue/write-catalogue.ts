import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Brand } from '../../../../src/features/demo/brands.ts';
import { readNdjson, toNdjson } from '../../../../src/features/demo/ndjson.ts';
import { ROOT } from '../../program.ts';
import { partDeals } from './part-deals.ts';

const DEMO = join(ROOT, 'src/features/demo/catalogue.jsonl');

type Line = { type: string; slug?: string; sourceId?: string; deal?: string };

/** How many deals the demo has. */
export const demoSize = (): number => readNdjson<Line>(DEMO).filter(({ type }) => type === 'deal').length;

/**
 * Writes a catalogue of so many deals that a search has work with: the demo's, then real products of the part dataset, then other
 * deals on the same products. The same number gives the same bytes.
 */
export async function writeSearchCatalogue(file: string, deals: number): Promise<void> {
  const demo = readNdjson<Line>(DEMO);
  const left = new Set(
    demo
      .filter(({ type }) => type === 'deal')
      .slice(deals)
      .map(({ sourceId }) => sourceId),
  );
  const kept = left.size > 0 ? demo.filter(({ sourceId, deal }) => !left.has(sourceId) && !left.has(deal)) : demo;
  const missing = deals - kept.filter(({ type }) => type === 'deal').length;
  const more = missing > 0 ? partDeals(missing) : { deals: [], makers: [] };
  const first = kept.findIndex(({ type }) => type === 'deal');
  await writeFile(file, toNdjson([...kept.slice(0, first), ...brandRecords(more.makers, kept), ...kept.slice(first), ...more.deals]));
}

function brandRecords(makers: Brand[], kept: Line[]) {
  const there = new Set(kept.filter(({ type }) => type === 'brand').map(({ slug }) => slug));
  return makers.filter(({ slug }) => !there.has(slug)).map(({ slug, name }) => ({ type: 'brand', slug, name }));
}
