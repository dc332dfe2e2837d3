import type { HeaderData } from './shell.server.ts';

/** The links that every header has, whatever editors decided. */
const OF_EVERY_HEADER = ['/account/alerts', '/account/saved', '/account/notifications', '/hidden-deals'];

/** The path of a page without an optional trailing slash. */
const pathOf = ({ pathname }: URL) => pathname.replace(/(.)\/$/, '$1');

/**
 * The path of a page that its header may have links to; undefined for any other, such as a deal, so that all those have the same header.
 */
export function pathInHeader(header: HeaderData, url: URL): string | undefined {
  const path = pathOf(url);
  return OF_EVERY_HEADER.includes(path) || JSON.stringify(header).includes(JSON.stringify(path)) ? path : undefined;
}

/**
 * The value of `aria-current` for a link on a page.
 * @param here path of that page, as `pathInHeader` says it
 * @param href path, or an address elsewhere
 */
export const currentPage = (here: string | undefined, href: string | undefined): 'page' | undefined =>
  here !== undefined && href === here ? 'page' : undefined;
