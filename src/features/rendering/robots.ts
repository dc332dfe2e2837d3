/** Addresses without content for crawlers. */
const DISALLOWED = ['/account/', '/ajax/', '/click', '/debug/', '/desk', '/forums/', '/post', '/search', '/setup', '/web-api/'];

export const ROBOTS_CACHE = 'public, max-age=3600';

/** robots.txt of a site. */
export const robotsText = (siteUrl: string): string =>
  ['User-agent: *', ...DISALLOWED.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap-index.xml`, ''].join('\n');

/** Answers `/robots.txt` until it is published. */
export const robots = (siteUrl: string): Response =>
  new Response(robotsText(siteUrl), { headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': ROBOTS_CACHE } });
