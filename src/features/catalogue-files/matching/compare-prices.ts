import type { Price, PriceTerms } from '../../../lib/price-terms.ts';

/** Prices are the same up to so much: people round 189.99 to 190. */
export const ROUNDING_TOLERANCE = 0.02;

/**
 * How far apart two prices are, as a share of the higher one; 1 where they say different things: "30% off" and "50% off", "30% off" and
 * "save $6". A price of another kind that has an amount is compared by it: some tell "from $19.99" as $19.99. Symmetric.
 */
export function comparePrices(one: Price, other: Price): number {
  const isOneKind = one.terms?.kind === other.terms?.kind;
  if (isOneKind && !sameTerms(one.terms, other.terms)) return 1;
  if (one.cents === null && other.cents === null) return isOneKind ? 0 : 1;
  return one.cents === null || other.cents === null ? 1 : apart(one.cents, other.cents);
}

/** Whether two terms of one kind are the same in what the compared amount does not cover. */
function sameTerms(one: PriceTerms | null, other: PriceTerms | null): boolean {
  // A price with the lowest amount alone leaves the highest open.
  if (one?.kind === 'range' && other?.kind === 'range') return !one.to || !other.to || apart(one.to, other.to) <= ROUNDING_TOLERANCE;
  return figures(one) === figures(other);
}

function figures(terms: PriceTerms | null): string {
  switch (terms?.kind) {
    case 'percent':
      return `${terms.upTo ? 'up to ' : ''}${terms.percent}`;
    case 'bogo':
      return `${terms.buy} ${terms.get} ${terms.percent}`;
    case 'multi':
      return String(terms.quantity);
    case 'off':
      return String(terms.amount);
    default:
      return '';
  }
}

const apart = (one: number, other: number) => (one === other ? 0 : Math.abs(one - other) / Math.max(one, other));
