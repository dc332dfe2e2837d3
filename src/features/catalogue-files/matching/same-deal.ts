import type { Price, PriceTerms } from '../../../lib/price-terms.ts';
import { comparePrices, ROUNDING_TOLERANCE } from './compare-prices.ts';
import { compareTitles, SAME_PRODUCT } from './compare-titles.ts';
import { productAddress, type ProductAddress } from './product-address.ts';
import { readTitle, type Title } from './read-title.ts';

/** The compared fields of a deal. Only deals of one store that were posted within days of each other are compared. */
export interface ComparedDeal {
  title: string;
  url: string;
  /** Null for a deal without one price. */
  priceCents: number | null;
  /** Null for an ordinary price. */
  priceTerms: PriceTerms | null;
  couponCode: string | null;
  currency: string;
  expired: boolean;
}

/** What a deal asks. */
export interface Offer extends Pick<ComparedDeal, 'currency' | 'expired'> {
  price: Price;
  /** Whether its price requires a coupon or another action. */
  hasCoupon: boolean;
}

/** A parsed deal, to be compared with many. */
export interface ReadDeal extends ComparedDeal, Offer {
  read: Title;
  /** Undefined for an address that names no product. */
  address: ProductAddress | undefined;
}

/** How two deals are the same: at one price, or at two that a coupon explains. */
export type DealMatch = 'price' | 'coupon';

/** A coupon explains a price that is up to so much lower. */
export const WITH_COUPON = 0.35;

/** The likelihood from which on titles count as one product where the prices differ by a coupon. */
const AT_OTHER_PRICE = 0.88;

const COUPON = /\b(?:coupon|promo|code|clip|s&s|subscribe|rebate|after)\b/i;

/** Reads what a deal asks, which takes far less time than its title. */
export const readOffer = ({ priceCents, priceTerms, couponCode, title, currency, expired }: ComparedDeal): Offer => ({
  price: { cents: priceCents, terms: priceTerms },
  currency,
  expired,
  hasCoupon: couponCode !== null || COUPON.test(title),
});

/** Reads what is compared of a deal. @param store its store's name */
export const readDeal = (deal: ComparedDeal, store: string): ReadDeal => ({
  ...deal,
  ...readOffer(deal),
  read: readTitle(deal.title, store),
  address: productAddress(deal.url),
});

/**
 * How two deals of one store may be the same one by what they ask alone. A deal that has expired and one that has not are two: the price is
 * back. Symmetric.
 */
function compareOffers(one: Offer, other: Offer): DealMatch | undefined {
  if (one.currency !== other.currency || one.expired !== other.expired) return undefined;
  const apart = comparePrices(one.price, other.price);
  if (apart <= ROUNDING_TOLERANCE) return 'price';
  return apart <= WITH_COUPON && one.hasCoupon !== other.hasCoupon ? 'coupon' : undefined;
}

/** Whether two deals of one store are the same one, posted twice. Symmetric. */
export function compareDeals(one: ReadDeal, other: ReadDeal): DealMatch | undefined {
  const match = compareOffers(one, other);
  if (!match || (match === 'coupon' && nameTwoProducts(one.address, other.address))) return undefined;
  return compareWords(one, other) >= (match === 'price' ? SAME_PRODUCT : AT_OTHER_PRICE) ? match : undefined;
}

/**
 * As `compareDeals`, with a deal that is not read yet: reading its title takes far longer than comparing what both ask.
 * @param store its store's name
 */
export const compareWith = (one: ReadDeal, other: ComparedDeal, store: string): DealMatch | undefined =>
  compareOffers(one, readOffer(other)) && compareDeals(one, readDeal(other, store));

const nameTwoProducts = (one: ProductAddress | undefined, other: ProductAddress | undefined) =>
  one !== undefined && other !== undefined && one.id !== other.id;

/** How likely their titles name one product, with the words of their addresses where these do. */
function compareWords(one: ReadDeal, other: ReadDeal): number {
  if (one.read.key === other.read.key && one.title === other.title) return 1;
  const [address, otherAddress] = [one.address, other.address];
  const page = address && address.id === otherAddress?.id ? readTitle(`${address.name} ${otherAddress.name}`) : undefined;
  return compareTitles(one.read, other.read, page);
}
