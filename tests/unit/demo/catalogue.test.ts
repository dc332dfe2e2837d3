import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoRecords } from '../../../src/features/demo/demo-records.ts';
import { toNdjson } from '../../../src/features/demo/ndjson.ts';

const CATALOGUE = new URL('../../../src/features/demo/catalogue.jsonl', import.meta.url);

interface Line {
  type: string;
  sourceId: string;
  description?: string;
}

test('the catalogue is what make-catalogue.ts makes, so that a change of it shows only what it affects', () => {
  const [kept, made] = [readFileSync(CATALOGUE, 'utf8'), toNdjson(demoRecords())].map((text) => text.split('\n'));
  expect(kept?.filter((line, index) => line !== made?.[index])).toEqual([]);
  expect(kept).toHaveLength(made?.length ?? 0);
});

test('descriptions of the demo repeat no price, which changes without them', () => {
  const lines = readFileSync(CATALOGUE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
  const deals = lines.filter(({ type }) => type === 'deal');
  expect(deals.length).toBeGreaterThan(1000);
  expect(deals.filter(({ description = '' }) => /\$ ?\d/.test(description)).map(({ sourceId }) => sourceId)).toEqual([]);
});
