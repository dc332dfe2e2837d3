import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import { numberFormat } from '../../lib/intl-formats.ts';
import type { Region } from '../../lib/region.ts';
import type { Picture } from '../deals/pictures.ts';

/** A store's own offer (type PCO): a coupon with its code, or cashback. */
export interface OfferCard {
  uniqueId: string;
  pcoId: number;
  offerType: 'coupon' | 'cashback';
  dealTitle: string;
  path: string;
  /** What it saves, such as `20% off` or `$15.00 back`; null when the offer does not say. */
  savingText: string | null;
  minimumText: string | null;
  code: string | null;
  isExpired: boolean;
  /** The year a coupon of the archive was good in. */
  year: number | null;
  postedAt: string;
  expiresAt: string | null;
  /** The store, or null for a coupon of the archive, whose maker is named without a link. */
  store: { slug: string; name: string; host: string } | null;
  maker: string | null;
  picture: Picture;
  /** How the code worked for members, where some answered within a month. */
  couponEvidence?: CouponEvidence;
}

/** Numbers of offers that work, and of those that have expired. */
export interface OfferCounts {
  live: number;
  expired: number;
}

/** Address of an offer (contract.md). */
export const offerPath = (id: number) => `/pco/${id}`;

interface Saving {
  type: 'coupon' | 'cashback';
  percent: number | null;
  amountText: string | null;
}

/** What an offer saves, in words, with the decimals of a percentage as the language writes them: `7,5% off`. */
export function savingText({ type, percent, amountText }: Saving, { locale }: Pick<Region, 'locale'>): string | null {
  const amount = percent === null ? amountText : `${numberFormat(locale, {}).format(percent)}%`;
  if (amount === null) return null;
  return `${amount} ${type === 'cashback' ? 'cash back' : 'off'}`;
}
