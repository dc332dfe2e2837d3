import { once } from '../../lib/once.ts';

/**
 * The 55,830 words that are most frequent in English subtitles: they are no typos, though no title may have them. Who searches for a "tablet"
 * does not mean a "table" (decision 101). Loaded with the first unknown word, because they take some 10 MB.
 */
export const englishWords = once(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-en');
  return new Set(dictionary['commonWords-en']);
});
