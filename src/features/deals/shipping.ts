import { formatMoney, shortMoney } from '../../lib/money.ts';
import type { PriceTerms } from '../../lib/price-terms.ts';

/** What decides what delivery costs, as a deal's row has it. */
export interface Shipped {
  price_cents: number | null;
  price_terms: PriceTerms | null;
  shipping_cents: number | null;
  free_shipping_from_cents: number | null;
  currency: string;
}

/** What delivery adds to the price, in cents; undefined where that is not known. As `deal_total` of the database (migration 0039). */
export function shippingCents({ price_cents: price, price_terms: terms, shipping_cents: cents, free_shipping_from_cents: from }: Shipped) {
  const spent = terms?.kind === 'multi' ? terms.total : price;
  return from !== null && spent !== null && spent >= from ? 0 : (cents ?? undefined);
}

/** What delivery adds, in words: `free shipping`, or `+ $5.99 shipping`. */
export function shippingText(row: Shipped, locale: string): string | undefined {
  const cents = shippingCents(row);
  if (cents === undefined) return undefined;
  return cents === 0 ? 'free shipping' : `+ ${formatMoney(cents, row.currency, locale)} shipping`;
}

/** From what price on delivery is free, where it is not yet: `free from $35`. */
export function freeShippingText(row: Shipped, locale: string): string | undefined {
  const from = row.free_shipping_from_cents;
  return from === null || shippingCents(row) === 0 ? undefined : `free from ${shortMoney(from, row.currency, locale)}`;
}

/** What one amount comes to with what delivery adds to it. */
export function totalText(row: Shipped, locale: string): string | undefined {
  const cents = shippingCents(row);
  if (!cents || row.price_terms || row.price_cents === null) return undefined;
  return formatMoney(row.price_cents + cents, row.currency, locale);
}
