import { TEXT_NAMES, textPath } from '../texts/text-names.ts';

/** Paths of the pages of text. */
export const TEXT_PAGES: string[] = TEXT_NAMES.map(textPath);

/** The beginning of the names that `@astrojs/sitemap` gives its files. */
export const TEXT_SITEMAP = 'sitemap-pages';

/** Stands in a bundle for the address of the site. */
export const UNKNOWN_ORIGIN = 'https://site.invalid';
