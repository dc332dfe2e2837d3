import { plainAmount } from '../../lib/money.ts';
import type { OfferData } from './detail.server.ts';
import type { OfferCard } from './offer.ts';

const SCHEMA = 'https://schema.org';

/**
 * A coupon or cashback as an Offer (schema.org), with its end, its seller and its code as an identifier. It has no price of its own; its saving
 * is the description.
 */
export function offerStructuredData(offer: OfferCard, siteUrl: string) {
  return {
    '@type': 'Offer',
    name: offer.dealTitle,
    url: siteUrl + offer.path,
    category: offer.offerType === 'coupon' ? 'Coupon' : 'Cashback',
    ...(offer.savingText && { description: offer.savingText }),
    ...(offer.code && { identifier: { '@type': 'PropertyValue', propertyID: 'couponCode', value: offer.code } }),
    availability: `${SCHEMA}/${offer.isExpired ? 'Discontinued' : 'InStock'}`,
    // What is over may have been ended early, and its date is still to come.
    ...(offer.expiresAt && !offer.isExpired && { validThrough: offer.expiresAt }),
    ...(from(offer) && { seller: { '@type': 'Organization', name: from(offer) } }),
  };
}

const from = ({ store, maker }: OfferCard) => store?.name ?? maker;

/** The page of one offer, with what the page says besides. */
export function offerPageStructuredData({ offer, description, postedAt, minimum }: OfferData, siteUrl: string): object {
  const { description: saving, ...known } = offerStructuredData(offer, siteUrl);
  return {
    '@context': SCHEMA,
    ...known,
    description: [saving, ...description].filter(Boolean).join('\n\n') || offer.dealTitle,
    validFrom: postedAt,
    ...(minimum && {
      eligibleTransactionVolume: {
        '@type': 'PriceSpecification',
        minPrice: plainAmount(minimum.cents, minimum.currency),
        priceCurrency: minimum.currency,
      },
    }),
  };
}
