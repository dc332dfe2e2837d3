import { isInSlugs, slugify } from '../../lib/slug.ts';

/** A letter or digit of a decomposed name that slugs cannot represent. */
const OTHER_SCRIPT = /(?!\p{Script=Latin})\p{L}|(?![0-9])\p{N}/u;

/** Signs at the end of a word that distinguish names, such as `Disney+` and `C#`; between words they mean "and". */
const SIGN = /(?<=[\p{L}\p{N}+#])[+#](?![\p{L}\p{N}])/gu;

const MOST_STEM = 70;

/** The slug of a name, with its signs in words; undefined where the slug would omit letters, so that other names would share it. */
export function slugOfName(name: string): string | undefined {
  return isInSlugs(name) && !OTHER_SCRIPT.test(name.normalize('NFKD')) ? slugify(inWords(name)) : undefined;
}

const inWords = (name: string) => name.replace(SIGN, (sign) => (sign === '+' ? ' plus' : ' sharp'));

/**
 * The first of the wanted slugs that is not taken, or else one with a number. Without wanted slugs it begins with the Latin letters of the
 * name, or else with the kind of record.
 */
export function freeSlug(wanted: string[], name: string, kind: string, isTaken: (slug: string) => boolean): string {
  const free = wanted.find((slug) => !isTaken(slug));
  if (free !== undefined) return free;
  const stem = (wanted[0] ?? (isInSlugs(name) ? slugify(name) : kind)).slice(0, MOST_STEM).replace(/-$/, '');
  for (let number = wanted.length > 0 ? 2 : 1; ; number++) if (!isTaken(`${stem}-${number}`)) return `${stem}-${number}`;
}
