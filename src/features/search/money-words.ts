import { moreSignsOf } from '../../lib/currency-signs.ts';
import { numberFormat } from '../../lib/intl-formats.ts';

/** How people write amounts of a currency in a language, as parts of regular expressions. */
export interface MoneyWords {
  /** Signs and codes before or after an amount: `$`, `US$`, `USD`. */
  signs: string[];
  /** Words after an amount: `dollars`, `bucks`. */
  names: string[];
  /** Separators of thousands and of decimals. */
  group: string;
  decimal: string;
}

/** Colloquial names, which `Intl` does not have, by the last word of the English name. */
const COLLOQUIAL_NAMES: Record<string, string> = { dollar: 'bucks?', pound: 'quid' };

const ENDS_WITH_LETTER = /\p{L}\.?$/u;

/**
 * Returns how a currency is written in a language, and in English.
 * @param currency an ISO 4217 code
 */
export function moneyWords(currency: string, locale: string): MoneyWords {
  const signs = new Set([currency]);
  const names = new Set<string>();
  for (const language of ['en', locale]) {
    for (const currencyDisplay of ['symbol', 'narrowSymbol'] as const) {
      const sign = partsOf(1, language, { style: 'currency', currency, currencyDisplay }).get('currency') ?? currency;
      for (const written of [sign, sign.normalize('NFKC')]) signs.add(written);
    }
    for (const amount of [1, 2]) {
      const name =
        partsOf(amount, language, { style: 'currency', currency, currencyDisplay: 'name', maximumFractionDigits: 0 }).get('currency') ?? '';
      for (const written of [name, name.split(' ').at(-1) ?? '']) names.add(written);
    }
  }
  for (const sign of moreSignsOf(currency)) signs.add(sign);
  // Fr. and Fr, د.إ. and د.إ.
  for (const sign of [...signs].filter((sign) => ENDS_WITH_LETTER.test(sign)))
    for (const end of ['', '.']) signs.add(sign.replace(/\.$/, '') + end);
  const colloquial = Object.entries(COLLOQUIAL_NAMES).flatMap(([name, words]) => (names.has(name) ? [words] : []));
  const { group = ',', decimal = '.' } = Object.fromEntries(partsOf(1_234_567.5, locale, {}));
  return {
    signs: longestFirst(signs),
    names: [...longestFirst(names), ...colloquial],
    group: /\s/.test(group) ? String.raw`\s` : /['’]/.test(group) ? "['’]" : `[${escaped(group)}]`,
    // A point is typed for a comma too; a comma for a point would be thousands.
    decimal: decimal === ',' ? '[.,]' : escaped(decimal),
  };
}

/** The parts of a written number by their kinds, in digits that everybody types. */
const partsOf = (number: number, locale: string, options: Intl.NumberFormatOptions) =>
  new Map(
    numberFormat(locale, { ...options, numberingSystem: 'latn' })
      .formatToParts(number)
      .map(({ type, value }) => [type, value]),
  );

const longestFirst = (words: Set<string>) =>
  [...words]
    .filter(Boolean)
    .toSorted((a, b) => b.length - a.length)
    .map(escaped);

const escaped = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
