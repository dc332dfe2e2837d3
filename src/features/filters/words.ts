import { shortMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';

/** A count as it is shown beside a choice. */
export const figure = (deals: number, locale: string, more = false): string => `${deals.toLocaleString(locale)}${more ? '+' : ''}`;

/** An amount of the site's currency as it was typed, for people. */
export const typedAmount = (amount: number, { currency, locale }: Region): string => shortMoney(Math.round(amount * 100), currency, locale);

/** Bounds of a price, of which one is there at least. */
export function priceBounds(min: number | undefined, max: number | undefined, region: Region): string {
  if (min === undefined) return max === 0 ? 'Free' : `Under ${typedAmount(max ?? 0, region)}`;
  return max === undefined ? `From ${typedAmount(min, region)}` : `${typedAmount(min, region)} to ${typedAmount(max, region)}`;
}
