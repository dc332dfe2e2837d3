import { readNdjson } from './ndjson.ts';
import type { OfferRecord } from './offer-record.ts';
import type { PastCoupon } from './select-coupons.ts';
import { slugOfWords } from '../../lib/slug.ts';

/** Past coupons of real brands as expired offers with their year and without a link. */
export function pastCoupons(): OfferRecord[] {
  return readNdjson<PastCoupon>(new URL('inputs/past-coupons.ndjson', import.meta.url)).map((coupon) => ({
    type: 'offer',
    source: 'demo',
    sourceId: `past-${coupon.year}-${slugOfWords(coupon.maker, 40)}`,
    offerType: 'coupon',
    title: `${coupon.maker}: ${coupon.percent}% off in ${coupon.year}`,
    description: `${coupon.what.replace(/[.!]$/, '')}.`,
    kind: 'software',
    maker: coupon.maker,
    code: coupon.code,
    percent: coupon.percent,
    terms: `Black Friday ${coupon.year}. This code no longer works.`,
    postedAt: `${coupon.year}-11-20T12:00:00Z`,
    expiresAt: `${coupon.year}-12-01T00:00:00Z`,
    expired: true,
    year: coupon.year,
  }));
}
