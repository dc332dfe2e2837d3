import { decimal } from '../../lib/money.ts';
import type { DealData } from './detail.ts';
import { pictureSource } from './pictures.ts';

const SCHEMA = 'https://schema.org';

/** A deal as a product on offer (schema.org). */
export function dealStructuredData(data: DealData, siteUrl: string): object {
  const { deal } = data;
  const url = siteUrl + deal.path;
  const picture = pictureSource(deal.picture);
  const images = [`${siteUrl}/share/${deal.threadId}.png`, ...(picture ? [new URL(picture, siteUrl).href] : [])];
  const text = data.description.join('\n\n') || deal.dealTitle;
  return {
    '@context': SCHEMA,
    '@type': 'Product',
    name: deal.dealTitle,
    description: text,
    image: images,
    sku: deal.uniqueId,
    category: deal.category.name,
    ...(deal.brand && { brand: { '@type': 'Brand', name: deal.brand.name } }),
    offers: {
      '@type': 'Offer',
      url,
      price: decimal(data.priceCents),
      priceCurrency: data.currency,
      availability: `${SCHEMA}/${deal.isExpired ? 'Discontinued' : 'InStock'}`,
      validFrom: deal.postedAt,
      ...(data.expiresAt && { validThrough: data.expiresAt, priceValidUntil: data.expiresAt.slice(0, 10) }),
      seller: { '@type': 'Organization', name: deal.store.name },
    },
  };
}
