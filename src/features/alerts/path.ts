import { FILTERS } from '../filters/applied-filters.ts';
import { searchAddress } from '../search/query.ts';
import type { Criteria } from './criteria.ts';
import type { Names } from './compile.server.ts';

/** The page that shows the deals of criteria now: that of a category, store or brand by itself, else a search. */
export function pathOf(criteria: Criteria, names: Names): string {
  const { words, minCents, maxCents, minPercent, withCoupon } = criteria;
  const dollars = (cents: number | undefined) => (cents === undefined ? undefined : cents / 100);
  const ids = FILTERS.flatMap((kind) => criteria[kind].map((id) => ({ kind, id })));
  const [only] = ids;
  const isPlain = words === '' && minCents === undefined && maxCents === undefined && minPercent === undefined && !withCoupon;
  const slug = only && only.kind !== 'forum' && names[only.kind].get(only.id)?.slug;
  if (isPlain && ids.length === 1 && slug) return `/${only.kind}/${slug}`;
  return searchAddress({
    q: words,
    page: 1,
    sort: 'newest',
    hideExpired: false,
    withCoupon,
    offersOnly: false,
    problems: [],
    priceMin: dollars(minCents),
    priceMax: dollars(maxCents),
    percentOff: minPercent,
    filters: {
      store: criteria.store.map(String),
      brand: criteria.brand.map(String),
      category: criteria.category.map(String),
      forum: criteria.forum.map(String),
    },
  });
}
