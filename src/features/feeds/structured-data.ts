import { offerStructuredData } from '../offers/structured-data.ts';
import { isOffer, type FeedData } from './feed.ts';

const SCHEMA = 'https://schema.org';

interface Site {
  siteName: string;
  siteUrl: string;
  /** Files of the site's own look. */
  look?: { icons?: Record<string, string> } | undefined;
}

/** A feed as a list of its items; on the home page also the site with its search and its publisher (schema.org). */
export function feedStructuredData(data: FeedData, site: Site): object[] {
  const list = {
    '@context': SCHEMA,
    '@type': 'ItemList',
    name: data.title,
    numberOfItems: data.total,
    itemListElement: data.items.map((item) => ({
      '@type': 'ListItem',
      position: item.frontpagePostNo,
      // Deals are only linked, because their pages describe them; offers are described here.
      ...(isOffer(item) ? { name: item.dealTitle, item: offerStructuredData(item, site.siteUrl) } : { url: site.siteUrl + item.path }),
    })),
  };
  if (data.offers.length > 0) return [list, offersOf(data, site.siteUrl)];
  if (data.feed.kind !== 'home' || data.page > 1) return [list];
  const website = {
    '@context': SCHEMA,
    '@type': 'WebSite',
    name: site.siteName,
    url: `${site.siteUrl}/`,
    publisher: {
      '@type': 'Organization',
      name: site.siteName,
      url: `${site.siteUrl}/`,
      logo: site.siteUrl + (site.look?.icons?.['icon-512'] ?? '/icons/icon-512.png'),
    },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.siteUrl}/search?q={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  return [website, list];
}

/** A store's own coupons and cashback that work. */
const offersOf = ({ offers, offersTotal, store }: FeedData, siteUrl: string) => ({
  '@context': SCHEMA,
  '@type': 'ItemList',
  name: `${store?.name ?? ''} coupons and cashback`.trim(),
  numberOfItems: offersTotal.live,
  itemListElement: offers
    .filter(({ isExpired }) => !isExpired)
    .map((offer, index) => ({ '@type': 'ListItem', position: index + 1, item: offerStructuredData(offer, siteUrl) })),
});
