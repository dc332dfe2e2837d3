/** Pages of text, whose words stand in `src/pages`. */
export const TEXT_PAGES = ['/about', '/help', '/terms', '/privacy', '/credits'];

/** The beginning of the names that `@astrojs/sitemap` gives its files. */
export const TEXT_SITEMAP = 'sitemap-pages';

/** Stands in a bundle for the address of the site. */
export const UNKNOWN_ORIGIN = 'https://site.invalid';
