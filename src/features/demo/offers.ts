import { randomFor, type Random } from './random.ts';
import type { OfferRecord } from './offer-record.ts';
import { pastCoupons } from './past-coupons.ts';
import { storeOffers, type StoreOffer } from './store-offers.ts';
import { storeNamed } from './stores.ts';
import { daysBefore } from './time.ts';

/** All offers: current and recent ones of the fictional stores, then past coupons of real brands. */
export function offers(): OfferRecord[] {
  return [...storeOffers().map(invented), ...pastCoupons()];
}

function invented(offer: StoreOffer, index: number): OfferRecord {
  const random = randomFor(`offer ${offer.store} ${offer.title}`);
  const store = storeNamed(offer.store);
  return {
    type: 'offer',
    source: 'demo',
    sourceId: `offer-${index + 1}`,
    offerType: offer.offerType,
    title: offer.title,
    kind: offer.offerType,
    store: store.slug,
    ...(offer.code && { code: offer.code }),
    ...(offer.percent && { percent: offer.percent }),
    ...(offer.amount && { amount: offer.amount }),
    ...(offer.minimum && { minimum: offer.minimum }),
    ...((offer.amount || offer.minimum) && { currency: 'USD' }),
    terms: offer.terms,
    url: store.url,
    ...duration(offer.days, random),
  };
}

/** @param days until the end of the offer, negative for one that has ended; undefined for one without an end */
function duration(days: number | undefined, random: Random): Pick<OfferRecord, 'postedAt' | 'expiresAt' | 'expired'> {
  if (days === undefined) return { postedAt: daysBefore(5 + random() * 80) };
  const expiresAt = daysBefore(-days - random() * 0.5);
  if (days >= 0) return { postedAt: daysBefore(0.3 + random() * 20), expiresAt };
  return { postedAt: daysBefore(-days + 3 + random() * 18), expiresAt, expired: true };
}
