/**
 * What `aria-current` says of a link to a page from a page.
 * @param href path, or an address elsewhere
 */
export function currentPage({ pathname }: URL, href: string | undefined): 'page' | undefined {
  // A slash at the end is optional, and makes no other page.
  return href === pathname.replace(/(.)\/$/, '$1') ? 'page' : undefined;
}
