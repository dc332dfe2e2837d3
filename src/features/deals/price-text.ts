import { formatMonth } from '../../lib/dates.ts';
import { priceText, shortMoney } from '../../lib/money.ts';
import { termsText, type PriceTerms } from '../../lib/price-terms.ts';
import type { Region } from '../../lib/region.ts';
import { required } from '../../lib/required.ts';

/** Columns of a deal's price. */
interface PriceRow {
  price_cents: number | null;
  price_terms: PriceTerms | null;
  currency: string;
}

/** A deal's price as the calls of contract.md give it: `$1,299.99`, `free`, or terms such as `2 for $5`. */
export function dealPriceText({ price_cents: cents, price_terms: terms, currency }: PriceRow, locale: string): string {
  if (terms) return termsText(terms, (amount) => shortMoney(amount, currency, locale));
  return priceText(required(cents, 'the amount of a price without terms'), currency, locale);
}

/**
 * The price that a poster compares with, labelled as the poster's claim, without a saving. None where checks show what the
 * price was before.
 */
export function wasPrice(
  row: Pick<PriceRow, 'price_cents' | 'currency'> &
    Record<'prior_cents' | 'list_price_cents', number | null> & { list_price_seen: string | null },
  { locale }: Region,
): string | undefined {
  const { list_price_cents: was, list_price_seen: seen } = row;
  if (was === null || was <= (row.price_cents ?? 0) || row.prior_cents !== null) return undefined;
  const amount = shortMoney(was, row.currency, locale);
  return seen ? `was ${amount} in ${formatMonth(seen, { locale })}` : `list price ${amount}`;
}

/** The price that a notification announced: the deal's terms if its price is still the same, otherwise the amount of that time. */
export function announcedPriceText(
  announced: { price_cents: number | null; deal_cents: number | null; price_terms: PriceTerms | null; currency: string | null },
  { currency, locale }: Region,
): string {
  const { price_cents: cents, deal_cents: now, price_terms: terms } = announced;
  if (terms && cents === now)
    return dealPriceText({ price_cents: now, price_terms: terms, currency: announced.currency ?? currency }, locale);
  return cents === null ? '' : priceText(cents, announced.currency ?? currency, locale);
}
