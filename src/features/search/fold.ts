import { plainLetters } from '../../lib/plain-letters.ts';

/** Units as they are behind a number, for a regular expression. */
export const UNITS =
  'gb|tb|mb|kb|gbps|mbps|hz|khz|mhz|ghz|w|kw|wh|kwh|ma|mah|va|v|a|mm|cm|m|ft|kg|g|mg|lb|oz|ml|l|mp|dpi|rpm|db|k|p|ct|qt|pk|fps|nm|bit';

const SPELT: [unit: string, words: string][] = [
  ['gb', 'gigabytes?'],
  ['tb', 'terabytes?'],
  ['mb', 'megabytes?'],
  ['ghz', 'gigahertz'],
  ['mhz', 'megahertz'],
  ['hz', 'hertz'],
  ['w', 'watts?'],
  ['v', 'volts?'],
  ['mm', 'millimet(?:er|re)s?'],
  ['cm', 'centimet(?:er|re)s?'],
  ['ft', 'foot|feet'],
  ['lb', 'lbs|pounds?'],
  ['oz', 'ounces?'],
  ['kg', 'kilos?|kilograms?|kgs'],
  ['g', 'grams?'],
  ['l', 'lit(?:er|re)s?'],
];

/**
 * What loses its marks and its width, as in the database: letters of Latin and Greek, ё, and whatever ASCII has, such as １. In other scripts a mark
 * makes another letter, such as ガ of カ and й of и, or is a vowel; and a syllable of Hangul is one letter.
 */
const ACCENTED = /[\p{Script=Latin}\p{Script=Greek}ёЁ\u00a0-\u00bf\u2000-\u2bff\uff01-\uff5e]\p{M}*/gu;

const STEPS: [RegExp, string][] = [
  ...SPELT.map(([unit, words]): [RegExp, string] => [new RegExp(`(\\d)[\\s-]*(?:${words})(?![\\p{L}\\p{N}_])`, 'gu'), `$1${unit}`]),
  [/(\d),(?=\d{3})/g, '$1'],
  [/(\d)\.0+(?!\d)/g, '$1'],
  [/(\d)\.(?=\d)/g, '$1p'],
  [/(?<![\p{L}\p{N}_])([a-z])\.(?=\d)/gu, '$1'],
  [/(\d)\s*x\s*(?=\d)/g, '$1x '],
  [/(\d)(?:\s*(?:"|'')|[\s-]*(?:inch(?:es)?|in)(?![\p{L}\p{N}_]))/gu, '$1in '],
  [new RegExp(`(\\d)[\\s-]+(${UNITS})(?![\\p{L}\\p{N}_])`, 'gu'), '$1$2'],
];

const plain = (text: string) => plainLetters(unaccented(text)).replace(/([a-z])'s(?![\p{L}\p{N}_])/gu, '$1s');

const unaccented = (text: string) =>
  text
    .replace(/×/g, 'x')
    .replace(/[″”“]/g, '"')
    .replace(/[’‘]/g, "'")
    .replace(/[®™©]/g, ' ')
    .normalize('NFC')
    .replace(ACCENTED, (letters) => letters.normalize('NFKD').replace(/\p{M}+/gu, ''))
    .toLowerCase();

/** The words of a text as search compares them, as the database's `search_fold` does (migration 0008). */
export function foldWords(text: string): string[] {
  const joined = STEPS.reduce((left, [pattern, by]) => left.replace(pattern, by), plain(text));

  return joined.split(/[\x00-\x2f\x3a-\x60\x7b-\x7f\u00a0-\u00bf\u2000-\u206f\u3000-\u303f]+/).filter(Boolean);
}
