import { expect, test } from 'vitest';
import { normalizeFilterForm } from '../../../src/features/filters/watch-filters.ts';

const sent = (entries: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  normalizeFilterForm(data);
  return [...data];
};
const FIELDS: [string, string][] = [
  ['price_min', '10'],
  ['price_max', ''],
  ['percent_off', ''],
];

test('a form sends what was chosen alone, and a chip as the highest price', () => {
  expect(sent([['price', '50'], ...FIELDS, ['coupon', '1']])).toEqual([
    ['price_max', '50'],
    ['coupon', '1'],
  ]);
  expect(sent([['price', ''], ...FIELDS])).toEqual([]);
  expect(sent([['price', 'other'], ...FIELDS])).toEqual([['price_min', '10']]);
});
