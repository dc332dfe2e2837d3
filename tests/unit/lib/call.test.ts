import { expect, test } from 'vitest';
import { pairsOf } from '../../../src/lib/call.ts';

test('fields are sent once for each value of a list, and not at all without one', () => {
  expect(pairsOf({ do: 'add', 'hide[]': [12, 7], 'show[]': [], page: undefined, isAll: false })).toEqual([
    ['do', 'add'],
    ['hide[]', '12'],
    ['hide[]', '7'],
    ['isAll', 'false'],
  ]);
});
