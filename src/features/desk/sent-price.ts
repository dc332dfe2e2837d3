import { parsePrice } from '../../lib/price-terms.ts';
import { parseFields, type ParseContext } from '../catalogue/parse-fields.ts';
import { dealPriceText } from '../deals/price-text.ts';

/** A price as its poster typed it, as the deal would have it: `19.99` is `$19.99`. One that the site's region no longer reads stays as it is. */
export function sentPriceText(typed: string, parseContext: ParseContext): string {
  const { value, faults } = parseFields('deal', { price: typed }, parseContext);
  const price = faults.size === 0 ? parsePrice(String(value['price'])) : undefined;
  if (!price) return typed;
  return dealPriceText({ price_cents: price.cents, price_terms: price.terms, currency: String(value['currency']) }, parseContext.locale);
}
