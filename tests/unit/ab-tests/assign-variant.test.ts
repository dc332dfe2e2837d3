import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assignVariant } from '../../../src/features/ab-tests/assign-variant.ts';

const weighted = fc.uniqueArray(fc.record({ name: fc.string({ minLength: 1 }), weight: fc.integer({ min: 1, max: 9 }) }), {
  minLength: 1,
  maxLength: 5,
  selector: ({ name }) => name,
});

test('a visitor always has the same variant, which is one of the test’s', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), weighted, (visitor, name, variants) => {
      const variant = assignVariant(visitor, name, variants);
      expect(variants.map((one) => one.name)).toContain(variant);
      expect(assignVariant(visitor, name, variants)).toBe(variant);
    }),
  );
});

test('visitors are shared out by weight, and each test by itself', () => {
  const visitors = Array.from({ length: 20_000 }, (_, index) => `v${index}`);
  const variants = [
    { name: 'Control', weight: 1 },
    { name: 'Never', weight: 0 },
    { name: 'Large', weight: 3 },
  ];
  const large = (name: string) => visitors.filter((visitor) => assignVariant(visitor, name, variants) === 'Large');
  const [one, other] = [large('one'), new Set(large('other'))];
  expect(one.length / visitors.length).toBeCloseTo(0.75, 1);
  expect(one.filter((visitor) => other.has(visitor)).length / one.length).toBeCloseTo(0.75, 1);
  expect(visitors.some((visitor) => assignVariant(visitor, 'one', variants) === 'Never')).toBe(false);
});
