/** Tints of `_tints.scss`. */
const TINTS = ['blue', 'teal', 'violet', 'rose', 'amber', 'green', 'slate', 'sand'] as const;

/** The mark of a store: the first letter or digit of its name, on a tint that follows from its slug. */
export function storeMark({ slug, name }: { slug: string; name: string }): { letter: string; tint: (typeof TINTS)[number] } {
  let hash = 0;
  for (const letter of slug) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0] ?? '#';
  return { letter: letter.toUpperCase(), tint: TINTS[hash % TINTS.length] ?? 'slate' };
}
