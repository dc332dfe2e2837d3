import type { Config } from '../../server/config.ts';
import { pictureSource } from '../deals/pictures.ts';
import { isOffer } from '../feeds/feed.ts';
import { rssDocument } from '../../lib/rss.ts';
import { rssItem } from '../feeds/rss.server.ts';
import { attributedPage, attributedStoreLink } from './attributed.ts';
import type { SyndicatedFeed } from './syndicated-feed.ts';

type Site = Pick<Config, 'siteUrl' | 'siteName' | 'region'>;

/** A partner's feed as JSON, with absolute addresses. */
export function syndicatedJson({ partner, title, path, items }: SyndicatedFeed, { siteUrl, siteName }: Omit<Site, 'region'>): object {
  return {
    title,
    url: attributedPage(siteUrl, partner, path),
    attribution: { text: `Deals by ${siteName}`, url: attributedPage(siteUrl, partner, '/') },
    items: items.map((item, index) => {
      const picture = pictureSource(item.picture);
      return {
        id: item.uniqueId,
        title: item.dealTitle,
        url: attributedPage(siteUrl, partner, item.path),
        storeUrl: attributedStoreLink(siteUrl, partner, item, index + 1),
        store: isOffer(item) ? (item.store?.name ?? item.maker) : item.store.name,
        picture: picture ? new URL(picture, siteUrl).href : null,
        ...(isOffer(item)
          ? { saving: item.savingText, couponCode: item.code, expiresAt: item.expiresAt }
          : {
              price: item.finalPriceText,
              listPrice: item.priorPriceText,
              percentOff: item.percentOff,
              couponCode: item.couponCode,
              postedAt: item.postedAt,
            }),
      };
    }),
  };
}

/** A partner's feed as RSS 2.0. */
export function syndicatedRss({ partner, title, path, items }: SyndicatedFeed, { siteUrl, siteName, region }: Site): string {
  const link = (page: string) => attributedPage(siteUrl, partner, page);
  return rssDocument(
    { title: `${title} | ${siteName}`, link: link(path), description: `Deals by ${siteName}`, region },
    items.map((item) => rssItem(item, link(item.path), siteUrl)),
  );
}
