import fc from 'fast-check';
import type { AppliedFilters } from '../../src/features/filters/applied-filters.ts';

const names = fc.uniqueArray(fc.stringMatching(/^[a-z0-9-]{1,20}$/), { maxLength: 5 });
const amount = fc.option(
  fc.integer({ min: 1, max: 999_999 }).map((cents) => cents / 100),
  { nil: undefined },
);

/** Whatever an address may narrow by. */
export const anyFilters: fc.Arbitrary<AppliedFilters> = fc.record({
  filters: fc.record({ store: names, brand: names, category: names, forum: names }),
  priceMin: amount,
  priceMax: amount,
  percentOff: fc.option(fc.integer({ min: 1, max: 100 }), { nil: undefined }),
  hideExpired: fc.boolean(),
  withCoupon: fc.boolean(),
});
