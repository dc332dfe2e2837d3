import { memoize } from '../../lib/memoize.ts';
import type { DirectoryEntry, DirectoryGroup } from './directory.ts';

/** The group of names that begin with no letter. */
const NO_LETTER = '0–9';

/**
 * Entries below the letters that their names begin with, both in the order of a language: Émile is below E in French, and Ängel below Ä in
 * Swedish. Names without a letter at their beginning come first.
 */
export function groupByLetter(entries: readonly DirectoryEntry[], locale: string): DirectoryGroup[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
  const letterOf = firstLetters(
    locale,
    entries.map(({ name }) => name),
  );
  const sorted = entries.toSorted((one, other) => compare(one.name, other.name) || compare(one.path, other.path));
  return [...Map.groupBy(sorted, ({ name }) => letterOf(name))]
    .toSorted(([one], [other]) => Number(other === NO_LETTER) - Number(one === NO_LETTER) || compare(one, other))
    .map(([name, below]) => ({ name, entry: null, entries: below }));
}

/** @returns a function that takes one of the names and returns the capital letter that it is filed under: one for all that are alike, あ for ア */
function firstLetters(locale: string, names: readonly string[]): (name: string) => string {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  // Those that are alike are in one order, however the names are.
  const letters = [...new Set(names.map((name) => capitalOf(name, locale, compare)))]
    .toSorted()
    .toSorted(new Intl.Collator(locale).compare);
  const alike = memoize((own) => letters.find((letter) => compare(letter, own) === 0) ?? own);
  return (name) => alike(capitalOf(name, locale, compare));
}

function capitalOf(name: string, locale: string, compare: Intl.Collator['compare']): string {
  const first = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '';
  if (!/^\p{L}/u.test(first)) return NO_LETTER;
  const plain = first.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const letter = (compare(plain, first) === 0 ? plain : first).normalize('NFC').toLocaleUpperCase(locale);
  return String.fromCodePoint(letter.codePointAt(0) ?? 0);
}
