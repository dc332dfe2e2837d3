import { plainLetters } from './plain-letters.ts';

const MOST_CHARACTERS = 80;

/** Makes the slug of a text: lowercase letters, digits and hyphens, `deal` when nothing is left. */
export function slugify(text: string): string {
  const slug = hyphenated(text).slice(0, MOST_CHARACTERS).replace(/^-|-$/g, '');
  return slug || 'deal';
}

/** Whether a text has anything that slugs can represent. */
export const isInSlugs = (text: string): boolean => /[a-z0-9]/.test(hyphenated(text));

/** Makes a slug of a text's first words, as many whole ones as stay below a length, and of the first one at least. */
export function slugOfWords(text: string, length = 60): string {
  const slug = hyphenated(text).replace(/^-|-$/g, '');
  if (slug.length <= length) return slug;
  const end = slug.lastIndexOf('-', length);
  return end === -1 ? slug.replace(/-.*/, '') : slug.slice(0, end);
}

const hyphenated = (text: string) =>
  plainLetters(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f'’]/g, '')
      .toLowerCase(),
  ).replace(/[^a-z0-9]+/g, '-');

/** Whether a text has the form of a slug (spec §2). */
export const isSlug = (text: string) => /^[a-z0-9-]+$/.test(text);
