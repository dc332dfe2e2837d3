import { formatMoney, shortMoney } from '../../lib/money.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';

/** The columns of a deal that determine its delivery cost. */
export interface Shipped {
  price_cents: number | null;
  price_terms: PriceTerms | null;
  shipping_cents: number | null;
  free_shipping_from_cents: number | null;
  currency: string;
}

/** The delivery cost in cents; undefined when it is unknown. The same rule as `deal_total` in the database (migration 0039). */
export function shippingCents({ price_cents: price, price_terms: terms, shipping_cents: cents, free_shipping_from_cents: from }: Shipped) {
  const spent = terms?.kind === 'multi' ? terms.total : price;
  return from !== null && spent !== null && spent >= from ? 0 : (cents ?? undefined);
}

/** The delivery cost as text: `free shipping`, or `+ $5.99 shipping`. */
export function shippingText(row: Shipped, locale: string): string | undefined {
  const cents = shippingCents(row);
  if (cents === undefined) return undefined;
  return cents === 0 ? 'free shipping' : `+ ${formatMoney(cents, row.currency, locale)} shipping`;
}

/** The price from which delivery is free, unless it already is: `free from $35`. */
export function freeShippingText(row: Shipped, locale: string): string | undefined {
  const from = row.free_shipping_from_cents;
  return from === null || shippingCents(row) === 0 ? undefined : `free from ${shortMoney(from, row.currency, locale)}`;
}

/** The price including delivery; undefined when delivery adds nothing, or the price is not a single amount. */
export function totalText(row: Shipped, locale: string): string | undefined {
  const cents = shippingCents(row);
  if (!cents || row.price_terms || row.price_cents === null) return undefined;
  return formatMoney(row.price_cents + cents, row.currency, locale);
}
