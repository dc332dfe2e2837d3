import { currenciesOf, currencyOf, decimalsOf, isCoin, isLetter } from './currency-signs.ts';
import { MAX_INTEGER } from './integers.ts';
import { memoize } from './memoize.ts';
import { parseMoney, typedMoney } from './money.ts';
import { plainDigits } from './plain-digits.ts';
import { NO_CENTS, withPoint, writtenNumber } from './written-number.ts';

/** What a price is read by. */
interface AmountReading {
  /** BCP 47 tag: says whether `1.299` has thousands or decimals. */
  locale: string;
  /** The currency that the amount names; undefined when it names none yet. */
  currency: string | undefined;
  /** The site's currency. */
  home: string;
}

/** Hundredths of the currency, even for currencies without decimals: 1980 yen are 198,000; and the currency, if a sign names it. */
export type ReadAmount = { cents: number; currency: string | undefined } | { fault: string };

/** The fault of a text that is no amount; `parseFields` says it with an example. */
export const NO_AMOUNT = 'must be an amount';

/**
 * Reads a price in the usual notations: `$1,299.99`, `5$`, `1.299,99 €`, `1 299,99 €`, `USD 19.99`, `19,-`, `99¢`, `1,980円`, `free`, and as shop
 * programs store it, with zeros behind the hundredths: `34.0000`. What can be read in two ways is read as the language writes numbers, or
 * refused where that makes no price.
 */
export function readAmount(text: string, { locale, currency, home }: AmountReading): ReadAmount {
  const written = plainDigits(text).trim();
  if (written.length > LONGEST) return { fault: NO_AMOUNT };
  const own = currency ?? home;
  const [sign, number] = signAndNumber(written, locale);
  const named = sign === '' ? currency : currencyOf(sign, locale, own, home);
  const fault = sign === '' ? undefined : signFault(sign, locale, currency, home, named);
  if (fault) return { fault };
  const decimals = decimalsOf(currency ?? named ?? home);
  const plain = isCoin(sign, own) && WHOLE.test(number) ? (Number(number) / 100).toFixed(2) : plainNumber(number, locale, decimals);
  if (typeof plain === 'object') return plain;
  if (plain === undefined) return { fault: NO_AMOUNT };
  const cents = parseMoney(plain);
  if (cents === undefined) return { fault: `is too large: the largest amount is ${typedMoney(MAX_INTEGER, { locale }, 'auto')}` };
  if (decimals === 0 && cents % 100 !== 0) return { fault: `must be a whole number: ${currency ?? named ?? home} has no decimals` };
  return { cents, currency: sign === '' ? undefined : (currency ?? named) };
}

/** Longer than any amount with its currency; the expression below would search a longer text for seconds. */
const LONGEST = 100;

/** The sign of a currency that is before or behind a number, or ''; of `$5 USD` the code. */
function signAndNumber(text: string, locale: string): [sign: string, number: string] {
  const [, before = '', number = text, behind = ''] =
    // eslint-disable-next-line regexp/no-super-linear-backtracking -- the length is limited
    /^((?:[^\d.,+-]*?\p{L}\.)+\p{L}*|[^\d.,+-]*?)\s*([\d.,].*?)\s*([^\d.,'’–—-]*|(?:[^\d.,'’–—-]*\p{L}\.)+\p{L}*)$/u.exec(text) ?? [];
  if (before !== '' && behind !== '') return currenciesOf(before, locale, behind).includes(behind) ? [behind, number] : ['', text];
  return [(before || behind).replace(/\s/g, ''), number];
}

function signFault(
  sign: string,
  locale: string,
  currency: string | undefined,
  home: string,
  named: string | undefined,
): string | undefined {
  const own = currency ?? home;
  const all = currenciesOf(sign, locale, own);
  if (all.length === 0 && isLetter(sign)) return `has ${sign} beside the number; write the amount in full, with a code such as ${own}`;
  if (all.length === 0) return NO_AMOUNT;
  if (currency !== undefined && !all.includes(currency))
    return `is in ${sign}, but the currency is ${currency}; give the amount in ${currency}, or the currency that it is in`;
  if (currency === undefined && named === undefined) return `is in ${sign}, which may be ${all.toSorted().join(', ')}; give the currency`;
  return undefined;
}

const WHOLE = /^\d+$/;
/** Four decimals or more of which only two count; three may be thousands. */
const ZEROS_BEHIND_CENTS = /(?<=[.,]\d{2})0{2,}$/;

/** A number as `parseMoney` reads it, or why it is none. */
function plainNumber(written: string, locale: string, decimals: number): string | { fault: string } | undefined {
  const number = written.replace(NO_CENTS, '').replace(ZEROS_BEHIND_CENTS, '');
  if (/^free$/i.test(number)) return number;
  const found = writtenNumber(number);
  if (found === undefined) return undefined;
  const { units, separator, cents } = found;
  const isDecimal =
    !NO_CENTS.test(written) && cents === undefined && units.length <= 7 && separator === decimalSeparator(locale) && decimals > 0;
  if (isDecimal || (separator !== undefined && units.startsWith('0'))) return { fault: mayMean(units, locale) };
  return withPoint(found);
}

function mayMean(number: string, locale: string): string {
  const written = (cents: number, zeros: 'stripIfInteger' | 'auto') => typedMoney(cents, { locale }, zeros);
  const [thousands, decimals] = [Number(number.replace(/\D/g, '')) * 100, Math.round(Number(number.replace(/\D/, '.')) * 100)];
  return `may mean ${written(thousands, 'stripIfInteger')} or ${written(decimals, 'auto')}; write ${written(thousands, 'auto')} or ${written(decimals, 'auto')}`;
}

const decimalSeparator = memoize((locale) =>
  plainDigits(new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal')?.value ?? '.'),
);
