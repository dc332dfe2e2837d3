import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const CATALOGUE = new URL('../../../src/features/demo/catalogue.jsonl', import.meta.url);

interface Line {
  type: string;
  sourceId: string;
  description?: string;
}

test('descriptions of the demo repeat no price, which changes without them', () => {
  const lines = readFileSync(CATALOGUE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const deals = lines.filter(({ type }) => type === 'deal');
  expect(deals.length).toBeGreaterThan(1000);
  expect(deals.filter(({ description = '' }) => /\$ ?\d/.test(description)).map(({ sourceId }) => sourceId)).toEqual([]);
});
