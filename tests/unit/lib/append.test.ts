import { expect, test } from 'vitest';
import { append } from '../../../src/lib/append.ts';

test('any number of items goes to the end of a list', () => {
  const list = [-1];
  append(list, []);
  append(list, Array(300_000).keys());
  expect([list.length, list[0], list[1], list.at(-1)]).toEqual([300_001, -1, 0, 299_999]);
});
