import { expect, test } from 'vitest';
import { asTyped } from '../../../src/features/search/as-typed.ts';

test('words that were corrected stand in quotation marks, and the others as they were', () => {
  expect(
    asTyped('Wireles  mouse moues', [
      { from: 'wireles', to: 'wireless' },
      { from: 'moues', to: 'mouse' },
    ]),
  ).toBe('"Wireles" mouse "moues"');
});
