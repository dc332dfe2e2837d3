import type { FeedData } from './feed.ts';

const SCHEMA = 'https://schema.org';

/** A feed as a list of its items, and the home page as the site with its search (schema.org). */
export function feedStructuredData(data: FeedData, site: { siteName: string; siteUrl: string }): object[] {
  const list = {
    '@context': SCHEMA,
    '@type': 'ItemList',
    name: data.title,
    numberOfItems: data.total,
    itemListElement: data.items.map((item) => ({
      '@type': 'ListItem',
      position: item.frontpagePostNo,
      name: item.dealTitle,
      url: site.siteUrl + item.path,
    })),
  };
  if (data.feed.kind !== 'home' || data.page > 1) return [list];
  const website = {
    '@context': SCHEMA,
    '@type': 'WebSite',
    name: site.siteName,
    url: `${site.siteUrl}/`,
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.siteUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return [website, list];
}
