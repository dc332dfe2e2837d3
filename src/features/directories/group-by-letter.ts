import type { DirectoryEntry, DirectoryGroup } from './directory.ts';

/** The group of names that begin with no letter. */
const NO_LETTER = '0–9';

/**
 * Entries below the letters that their names begin with, both in the order of a language: Émile is below E in French, and Ängel below Ä in
 * Swedish. Names without a letter at their beginning come first.
 */
export function groupByLetter(entries: readonly DirectoryEntry[], locale: string): DirectoryGroup[] {
  const { compare } = new Intl.Collator(locale, { numeric: true, ignorePunctuation: true });
  const letterOf = firstLetters(locale);
  const sorted = entries.toSorted((one, other) => compare(one.name, other.name) || compare(one.path, other.path));
  return [...Map.groupBy(sorted, ({ name }) => letterOf(name))]
    .toSorted(([one], [other]) => Number(other === NO_LETTER) - Number(one === NO_LETTER) || compare(one, other))
    .map(([name, below]) => ({ name, entry: null, entries: below }));
}

/** @returns a function that takes a name and returns the capital letter that it is filed under */
function firstLetters(locale: string): (name: string) => string {
  const { compare } = new Intl.Collator(locale, { sensitivity: 'base' });
  return (name) => {
    const first = /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0] ?? '';
    if (!/^\p{L}/u.test(first)) return NO_LETTER;
    const plain = first.normalize('NFD').replaceAll(/\p{M}/gu, '');
    const letter = (compare(plain, first) === 0 ? plain : first).normalize('NFC').toLocaleUpperCase(locale);
    return String.fromCodePoint(letter.codePointAt(0) ?? 0);
  };
}
