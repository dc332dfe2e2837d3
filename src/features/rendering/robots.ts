/** Addresses without content for crawlers. */
const DISALLOWED = ['/account/', '/ajax/', '/click', '/debug/', '/desk', '/forums/', '/post', '/search', '/setup', '/web-api/'];

/** robots.txt of a site. */
export const robotsText = (siteUrl: string): string =>
  ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap-index.xml`, ''].join('\n');
