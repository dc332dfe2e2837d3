import { IMPRINT, TEXT_NAMES, textPath } from '../texts/text-names.ts';

/** Paths of the pages of text, of which every site has all but the imprint. */
export const TEXT_PAGES: string[] = TEXT_NAMES.map(textPath);
/** Path of the imprint. */
export const IMPRINT_PAGE = textPath(IMPRINT);

/** The beginning of the names that `@astrojs/sitemap` gives its files. */
export const TEXT_SITEMAP = 'sitemap-pages';

/** Stands in a bundle for the address of the site. */
export const UNKNOWN_ORIGIN = 'https://site.invalid';
