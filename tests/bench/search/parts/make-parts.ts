/**
 * Run once by a maintainer: node make-parts.ts <folder with the part dataset>. It shrinks the dataset to its distinct products
 * without those of the demo, so that the bench runs from the repository alone.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib';
import { readNdjson, toNdjson } from '../../../../src/features/demo/ndjson.ts';
import type { PartInput, Specs } from '../../../../src/features/demo/select-parts.ts';
import type { Part } from './read-parts.ts';

type Source = { id: string; category: string; name: string; specs: Specs; prices: Record<string, number> };

/** Of which nothing tells a title. */
const LEFT_OUT = new Set(['case-accessory', 'fan-controller', 'os']);
const DEMO = new URL('../../../../src/features/demo/inputs/parts.ndjson', import.meta.url);

const folder = process.argv[2];
if (!folder) throw new Error('usage: node make-parts.ts <folder>');
const inDemo = new Set(readNdjson<PartInput>(DEMO).map(({ id }) => id));
const text = gunzipSync(readFileSync(`${folder}/price_history.ndjson.gz`)).toString();
const parts = new Map<string, Part>();
for (const row of text.split('\n').filter(Boolean)) {
  const { id, category, name, specs, prices } = JSON.parse(row) as Source;
  const price = Object.values(prices).at(-1);
  if (LEFT_OUT.has(category) || inDemo.has(id) || !price) continue;
  const { price_per_gb, ...others } = specs;
  const known = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  // The dataset gives a product a new id whenever its price per gigabyte changes.
  parts.set(JSON.stringify([category, name, known]), { category, name, specs: known, price: Math.round(price * 100) / 100 });
}
const sorted = [...parts].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, part]) => part);
const plain = Buffer.from(toNdjson(sorted));
const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
writeFileSync(new URL('parts.ndjson.br', import.meta.url), brotliCompressSync(plain, { params }));
writeFileSync(new URL('LICENSE-docyx-pc-part-dataset', import.meta.url), readFileSync(`${folder}/LICENSE`));
console.log(`${sorted.length} products`);
