import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Specs } from '../../../../src/features/demo/select-parts.ts';

/** A product of docyx/pc-part-dataset (MIT, its licence beside it), with the last price seen in dollars. */
export type Part = { category: string; name: string; specs: Specs; price: number };

/** The products of the dataset that are not in the demo, about 24,000. */
export function readParts(): Part[] {
  const text = brotliDecompressSync(readFileSync(new URL('parts.ndjson.br', import.meta.url))).toString();
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Part);
}
