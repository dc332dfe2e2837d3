import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { demoRecords } from '../../../src/features/demo/demo-records.ts';
import { toNdjson } from '../../../src/features/demo/ndjson.ts';

const CATALOGUE = new URL('../../../src/features/demo/catalogue.jsonl', import.meta.url);

interface Line {
  type: string;
  sourceId: string;
  price?: string;
  amount?: string;
  minimum?: string;
  currency?: string;
  description?: string;
}

test('the catalogue is what make-catalogue.ts makes, so that a change of it shows only what it affects', () => {
  const [kept, made] = [readFileSync(CATALOGUE, 'utf8'), toNdjson(demoRecords())].map((text) => text.split('\n'));
  expect(kept?.filter((line, index) => line !== made?.[index])).toEqual([]);
  expect(kept).toHaveLength(made?.length ?? 0);
});

const linesOfDemo = () =>
  readFileSync(CATALOGUE, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

test('every amount of the demo is in US dollars, whatever the currency of the site is', () => {
  const priced = linesOfDemo().filter(({ price, amount, minimum }) => price ?? amount ?? minimum);
  expect(new Set(priced.map(({ type }) => type))).toEqual(new Set(['deal', 'offer']));
  expect(priced.filter(({ currency }) => currency !== 'USD').map(({ sourceId }) => sourceId)).toEqual([]);
});

test('descriptions of the demo repeat no price, which changes without them', () => {
  const deals = linesOfDemo().filter(({ type }) => type === 'deal');
  expect(deals.length).toBeGreaterThan(1000);
  expect(deals.filter(({ description = '' }) => /\$ ?\d/.test(description)).map(({ sourceId }) => sourceId)).toEqual([]);
});
