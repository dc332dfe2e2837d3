/** Which currencies the signs in prices stand for, by what `Intl` knows. */

import { numberFormat } from './intl-formats.ts';
import { memoize } from './memoize.ts';
import { plainDigits } from './plain-digits.ts';

/** Common signs that `Intl` does not have for English, or has for another currency alone, such as `Fr` in French. */
const MORE_SIGNS: [sign: string, code: string][] = [
  ['US$', 'USD'],
  ['C$', 'CAD'],
  ['AU$', 'AUD'],
  ['S$', 'SGD'],
  ['¢', 'USD'],
  ['p', 'GBP'],
  ['Rs', 'INR'],
  ['円', 'JPY'],
  ['원', 'KRW'],
  ['zl', 'PLN'],
  ['руб', 'RUB'],
  ['р', 'RUB'],
  ['грн', 'UAH'],
  ['TL', 'TRY'],
  ['SFr', 'CHF'],
  ['Fr', 'CHF'],
  ['NIS', 'ILS'],
  ['ש"ח', 'ILS'],
  ['ש״ח', 'ILS'],
  ['Dhs', 'AED'],
  ['Dhs', 'MAD'],
  ['DH', 'AED'],
  ['DH', 'MAD'],
  ['SR', 'SAR'],
];

/**
 * The currencies that a sign or code may stand for in a language: of `$` every dollar and peso, of `EUR` the euro.
 * @param own the record's currency, or else the site's: a single letter can only mean this one, since `5k` is hardly ever five kyat
 */
export function currenciesOf(sign: string, locale: string, own: string): string[] {
  if (isRappen(sign, own)) return [own];
  const all = [...(signsOf(locale).get(keyOf(sign)) ?? [])];
  return isLetter(sign) ? all.filter((code) => code === own) : all;
}

/**
 * The one currency that a sign stands for.
 * @param own as for `currenciesOf`
 * @param home the site's currency, which wins if a sign is shared by several
 * @returns undefined when it may be several, as `kr` may
 */
export function currencyOf(sign: string, locale: string, own: string, home: string): string | undefined {
  const all = currenciesOf(sign, locale, own);
  if (all.length <= 1 || all.includes(home)) return all.includes(home) ? home : all[0];
  return all.find((code) => signIn('en', code, 'symbol') === sign);
}

/** Common signs of a currency that `Intl` may not have, without those of its hundredths. */
export const moreSignsOf = (currency: string): string[] =>
  MORE_SIGNS.flatMap(([sign, code]) => (code === currency && sign !== '¢' && !isLetter(sign) ? [sign] : []));

/** Whether a sign is that of a hundredth of a currency. `Rp.` is the rappen where prices are in Swiss francs, and the rupiah elsewhere. */
export const isCoin = (sign: string, currency: string): boolean => sign === '¢' || sign === 'p' || isRappen(sign, currency);

const isRappen = (sign: string, currency: string) => currency === 'CHF' && keyOf(sign) === 'RP';

/** Whether a sign is a single Latin letter, with or without a dot after it. */
export const isLetter = (sign: string): boolean => /^\p{Script=Latin}\.?$/u.test(sign);

/** Signs are not case-sensitive, except single letters: `P` is the pula, and `p` the penny. */
const keyOf = (sign: string): string => (isLetter(sign) ? sign : sign.toUpperCase()).replace(/\.$/, '');

/** Digits behind the decimal point that prices in a currency have: none for yen. `Intl` takes 20 µs, and every price of an import needs it. */
export const decimalsOf = memoize(
  (currency) => new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2,
);

const signsOf = memoize((locale) => {
  const signs = new Map<string, Set<string>>();
  const add = (sign: string, code: string) => signs.set(keyOf(sign), (signs.get(keyOf(sign)) ?? new Set()).add(code));
  for (const code of Intl.supportedValuesOf('currency')) {
    add(code, code);
    for (const tag of ['en', locale]) for (const display of ['symbol', 'narrowSymbol'] as const) add(signIn(tag, code, display), code);
  }
  for (const [sign, code] of MORE_SIGNS) add(sign, code);
  return signs;
});

function signIn(locale: string, currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string {
  const parts = numberFormat(locale, { style: 'currency', currency, currencyDisplay }).formatToParts(1);
  return plainDigits(parts.find(({ type }) => type === 'currency')?.value ?? currency).replaceAll(' ', '');
}
