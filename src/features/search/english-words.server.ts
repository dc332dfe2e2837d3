import dictionary from 'dictionary-en';
import nspell from 'nspell';

let spelling: ReturnType<typeof nspell> | undefined;

/**
 * Whether a word is spelled as in English, and so is no typo: no title has "tablet", but who searches for it does not mean "table". The
 * dictionary is read when a word is first looked up, which takes some 0.2 s and 30 MB.
 * @param word folded
 */
export function isEnglishWord(word: string): boolean {
  spelling ??= nspell(Buffer.from(dictionary.aff), Buffer.from(dictionary.dic));
  return spelling.correct(word);
}
