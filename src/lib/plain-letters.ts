const LETTERS: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ı: 'i',
  ð: 'd',
  ħ: 'h',
  ŋ: 'n',
  ŧ: 't',
};

/** Replaces small letters that have no accent to lose, and yet a plain form, as the database's `search_fold` does (migration 0008). */
export const plainLetters = (text: string): string => text.replace(/[ßæœøłđþıðħŋŧ]/g, (letter) => LETTERS[letter] ?? letter);
