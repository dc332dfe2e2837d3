import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storeMark } from '../../../src/features/deals/store-mark.ts';

test('a store is marked by the first letter or figure of its name', () => {
  expect(storeMark({ slug: 'a', name: '“éclair” & co' }).letter).toBe('É');
  expect(storeMark({ slug: 'a', name: '7 Seas' }).letter).toBe('7');
  expect(storeMark({ slug: 'a', name: '…' }).letter).toBe('#');
});

test('its slug alone decides the tint, and stores have many', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), (slug, name, other) => {
      expect(storeMark({ slug, name: other }).tint).toBe(storeMark({ slug, name }).tint);
    }),
  );
  const tints = Array.from({ length: 64 }, (_, index) => storeMark({ slug: `store-${index}`, name: 'S' }).tint);
  expect(new Set(tints).size).toBe(8);
});
