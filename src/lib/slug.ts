const MOST_CHARACTERS = 80;

/** Makes the slug of a text: lowercase letters, digits and hyphens, `deal` when nothing is left. */
export function slugify(text: string): string {
  const slug = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARACTERS)
    .replace(/^-+|-+$/g, '');
  return slug || 'deal';
}

/** Whether a text has the form of a slug (spec §2). */
export const isSlug = (text: string) => /^[a-z0-9-]+$/.test(text);
