import { shortMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { DealFilters } from './applied-filters.ts';

/** A count as it is shown beside a choice. */
export const countLabel = (deals: number, locale: string, more = false): string => `${deals.toLocaleString(locale)}${more ? '+' : ''}`;

/** An amount of the site's currency as it was typed, for people. */
export const typedAmount = (amount: number, { currency, locale }: Region): string => shortMoney(Math.round(amount * 100), currency, locale);

/** Price bounds as text; at least one of them is given. */
export function priceBounds(min: number | undefined, max: number | undefined, region: Region): string {
  if (min === undefined) return max === 0 ? 'Free' : `Under ${typedAmount(max ?? 0, region)}`;
  return max === undefined ? `From ${typedAmount(min, region)}` : `${typedAmount(min, region)} to ${typedAmount(max, region)}`;
}

/** The message for a lowest price above the highest, which no deal can meet; undefined for any other bounds. */
export function crossedPrices({ priceMin, priceMax }: Pick<DealFilters, 'priceMin' | 'priceMax'>, region: Region): string | undefined {
  if (priceMin === undefined || priceMax === undefined || priceMin <= priceMax) return undefined;
  return `The lowest price, ${typedAmount(priceMin, region)}, is above the highest, ${typedAmount(priceMax, region)}. Swap the two to see more.`;
}
