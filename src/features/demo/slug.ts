/** Lowercase letters, digits and single hyphens, as routes and tags allow; cut at a word near the length. */
export function slugOf(text: string, length = 60): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  let slug = '';
  for (const word of words) {
    if (slug && slug.length + word.length >= length) break;
    slug = slug ? `${slug}-${word}` : word;
  }
  return slug;
}
