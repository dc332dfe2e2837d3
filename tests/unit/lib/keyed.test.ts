import { expect, test } from 'vitest';
import { keyed, keysOf } from '../../../src/lib/keyed.ts';

test('a record has a value for each key, in their order', () => {
  const record = keyed(['one', 'two'], (key, index) => `${key} ${index}`);
  expect(Object.entries(record)).toEqual([
    ['one', 'one 0'],
    ['two', 'two 1'],
  ]);
  expect(keysOf(record)).toEqual(['one', 'two']);
});
