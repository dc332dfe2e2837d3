/**
 * Internally, money is always an integer of hundredths of a currency's unit, even for currencies without a smaller unit (¥1,300 is 130,000)
 * or with a thousand of them; text is only used at the edges.
 */

import { amongEnglish } from './bidi-controls.ts';
import { decimalsOf } from './currency-signs.ts';
import { numberFormat } from './intl-formats.ts';
import { MAX_INTEGER } from './integers.ts';
import type { Region } from './region.ts';

const AMOUNT = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/;

/**
 * Reads an amount as people write it: `1299.99`, `$1,299.99`, `15`; `free` is 0 (spec §3).
 * @returns cents, or undefined when the text is no amount
 */
export function parseMoney(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.toLowerCase() === 'free') return 0;
  const [, whole, fraction = ''] = AMOUNT.exec(trimmed) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(',', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return cents <= MAX_INTEGER ? cents : undefined;
}

/** An amount for people, such as `$1,299.99`; of a currency without smaller units as `¥1,300`. `cents` are hundredths of any currency. */
export const formatMoney = (cents: number, currency: string, locale: string): string =>
  amongEnglish(numberFormat(locale, { style: 'currency', currency }).format(cents / 100));

/** The same, of a whole amount without decimals: `$1,299`. */
export const shortMoney = (cents: number, currency: string, locale: string): string =>
  amongEnglish(numberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(cents / 100));

/** A price as the calls of contract.md give it: `$1,299.99` or `free`. */
export const priceText = (cents: number, currency: string, locale: string): string =>
  cents === 0 ? 'free' : formatMoney(cents, currency, locale);

/** The short sign of a currency: `$`, `€`, or its code. */
export const currencySign = (currency: string, locale: string): string =>
  numberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** A plain decimal such as `1299.99`, which `parseMoney` reads back. */
export function decimal(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/**
 * An amount as somebody of a region types it, for fields and examples: `1299,50`, without a sign and without what groups thousands.
 * @param trailingZeroDisplay `auto` for `1299,00` in place of `1299`
 */
export const typedMoney = (
  cents: number,
  { locale }: Pick<Region, 'locale'>,
  trailingZeroDisplay: 'stripIfInteger' | 'auto' = 'stripIfInteger',
): string =>
  numberFormat(locale, {
    useGrouping: false,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    trailingZeroDisplay,
  }).format(cents / 100);

/** A plain decimal for machines, with as many decimals as the currency has: `1299.99`, of yen `1300`. */
export function plainAmount(cents: number, currency: string): string {
  return decimalsOf(currency) === 0 ? String(Math.round(cents / 100)) : decimal(cents);
}

/** The parts of a price for different font sizes, `$1,299` and `99`, and what follows, ` €`; several amounts are not split. */
export function splitPrice(text: string): { whole: string; cents: string | undefined; after: string } {
  const [, whole = text, cents, after = ''] = /^(\D*\d[\d.,'’\s]*)[.,](\d\d)(\D*)$/.exec(text) ?? [];
  return { whole, cents, after };
}

/** Prices longer than an amount are set smaller, so that they fit a card. */
const LONGEST_AMOUNT = 12;
export const isLongPrice = (text: string): boolean => text.length > LONGEST_AMOUNT;
