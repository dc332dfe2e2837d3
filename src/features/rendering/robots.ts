/** Addresses that say nothing to a crawler. */
const KEPT_OUT = ['/account/', '/ajax/', '/click', '/forums/', '/search', '/web-api/'];

/** robots.txt of the site. */
export function robots(siteUrl: string): Response {
  const lines = ['User-agent: *', ...KEPT_OUT.map((path) => `Disallow: ${path}`), '', `Sitemap: ${siteUrl}/sitemap-index.xml`, ''];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  });
}
