import { compareTitles, SAME_PRODUCT } from './compare-titles.ts';
import { productAddress } from './product-address.ts';
import { readTitle, type Title } from './read-title.ts';

/** What is known of a deal when it is compared; of two of one store that were posted within days of each other. */
export interface ComparedDeal {
  title: string;
  url: string;
  /** Null for a deal without one price. */
  priceCents: number | null;
  couponCode: string | null;
  currency: string;
  expired: boolean;
}

/** A deal that was read once, to be compared with many. */
export interface ReadDeal extends ComparedDeal {
  read: Title;
  /** Undefined for an address that names no product. */
  address: string | undefined;
  /** Whether it is for those who have a coupon, or do something else for the price. */
  hasCoupon: boolean;
}

/** How two deals are the same: at one price, or at two that a coupon explains. */
export type DealMatch = 'price' | 'coupon';

/** Prices are the same up to so much: people round 189.99 to 190. */
const PRICE = { apart: 0.02, withCoupon: 0.35 };

/** From so much on the titles are of one product where an address that names a product is the same, or where only a coupon explains the prices. */
const WITH_ADDRESS = 0.5;
const AT_OTHER_PRICE = 0.88;

const COUPON = /\b(?:coupon|promo|code|clip|s&s|subscribe|rebate|after)\b/i;

/** Reads what is compared of a deal. @param store its store's name */
export const readDeal = (deal: ComparedDeal, store: string): ReadDeal => ({
  ...deal,
  read: readTitle(deal.title, store),
  address: productAddress(deal.url),
  hasCoupon: deal.couponCode !== null || COUPON.test(deal.title),
});

/**
 * Whether two deals of one store are the same one, posted twice. A deal that has expired and one that has not are two: the price is back.
 * Symmetric.
 */
export function compareDeals(one: ReadDeal, other: ReadDeal): DealMatch | undefined {
  if (one.currency !== other.currency || one.expired !== other.expired) return undefined;
  const apart = priceDifference(one.priceCents, other.priceCents);
  if (apart > PRICE.withCoupon) return undefined;
  const samePrice = apart <= PRICE.apart;
  if (!samePrice && one.hasCoupon === other.hasCoupon) return undefined;
  const similarity = one.read.key === other.read.key && one.title === other.title ? 1 : compareTitles(one.read, other.read);
  if (!samePrice) return similarity >= AT_OTHER_PRICE ? 'coupon' : undefined;
  const enough = one.address !== undefined && one.address === other.address ? WITH_ADDRESS : SAME_PRODUCT;
  return similarity >= enough ? 'price' : undefined;
}

/** As a share of the higher one; none of two deals without one price. */
function priceDifference(one: number | null, other: number | null): number {
  if (one === other) return 0;
  if (one === null || other === null) return 1;
  return Math.abs(one - other) / Math.max(one, other);
}
