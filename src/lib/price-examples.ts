import { decimalsOf } from './currency-signs.ts';
import { shortMoney, typedMoney } from './money.ts';
import type { Region } from './region.ts';

type Written = Pick<Region, 'currency' | 'locale'>;

/** Prices as somebody of a region types them, which messages give as examples: `12,99`, `2 for 5 €`, `from 20 €`. */
export function priceExamples({ currency, locale }: Written): { amount: string; several: string; from: string } {
  const signed = (units: number) => shortMoney(units * 100, currency, locale);
  return {
    amount: typedMoney(decimalsOf(currency) === 0 ? 129_900 : 1_299, { locale }),
    several: `2 for ${signed(5)}`,
    from: `from ${signed(20)}`,
  };
}
