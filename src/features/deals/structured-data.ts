import { plainAmount } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import { dayIn } from '../../server/read-date.ts';
import type { DealData } from './detail.ts';
import { pictureSource } from './pictures.ts';

const SCHEMA = 'https://schema.org';
/** UN/CEFACT code of one piece. */
const PIECE = 'C62';
/** Open-box products were sold before and returned. */
const CONDITIONS = { new: 'NewCondition', 'open-box': 'UsedCondition', refurbished: 'RefurbishedCondition', used: 'UsedCondition' };

/** A deal as a product on offer (schema.org). */
export function dealStructuredData(data: DealData, { siteUrl, region }: { siteUrl: string; region: Pick<Region, 'timeZone'> }): object {
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
      ...priced(data, url),
      availability: `${SCHEMA}/${deal.isExpired ? 'Discontinued' : 'InStock'}`,
      validFrom: deal.postedAt,
      ...shipped(data),
      ...(data.facts.condition && { itemCondition: `${SCHEMA}/${CONDITIONS[data.facts.condition]}` }),
      ...ending(data, region),
      seller: { '@type': 'Organization', name: deal.store.name },
    },
  };
}

/** The end of a deal that is not over. What is over may have been ended early, and its date is still to come. */
function ending({ deal, expiresAt }: DealData, { timeZone }: Pick<Region, 'timeZone'>): object {
  return deal.isExpired || expiresAt === null ? {} : { validThrough: expiresAt, priceValidUntil: dayIn(new Date(expiresAt), timeZone) };
}

/** Cost and countries of delivery, as far as they are known. */
function shipped({ shippingCents: cents, facts: { shipsTo }, currency }: DealData): object {
  if (cents === undefined && !shipsTo) return {};
  return {
    shippingDetails: {
      '@type': 'OfferShippingDetails',
      ...(cents !== undefined && { shippingRate: { '@type': 'MonetaryAmount', value: plainAmount(cents, currency), currency } }),
      ...(shipsTo && { shippingDestination: shipsTo.map((addressCountry) => ({ '@type': 'DefinedRegion', addressCountry })) }),
    },
  };
}

/**
 * What is asked for, never more than the deal says: from–to prices are an AggregateOffer, several pieces for an amount a price of so many
 * pieces, and what has no price, such as "30% off", an Offer with a description in its place.
 */
function priced({ deal, priceCents: cents, priorCents, priceTerms: terms, currency: priceCurrency }: DealData, url: string): object {
  const amount = (each: number) => plainAmount(each, priceCurrency);
  if (terms?.kind === 'range')
    return {
      '@type': 'AggregateOffer',
      url,
      lowPrice: amount(terms.from),
      ...(terms.to !== undefined && { highPrice: amount(terms.to) }),
      priceCurrency,
    };
  if (terms?.kind === 'multi')
    return {
      '@type': 'Offer',
      url,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: amount(terms.total),
        priceCurrency,
        referenceQuantity: { '@type': 'QuantitativeValue', value: terms.quantity, unitCode: PIECE },
      },
    };
  if (terms || cents === null) return { '@type': 'Offer', url, description: deal.finalPriceText };
  return {
    '@type': 'Offer',
    url,
    price: amount(cents),
    priceCurrency,
    ...(priorCents !== undefined && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: `${SCHEMA}/StrikethroughPrice`,
        price: amount(priorCents),
        priceCurrency,
      },
    }),
  };
}
