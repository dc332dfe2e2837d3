import { normalCode } from '../../lib/coupon-evidence.ts';
import type { StoreCoupon } from './detail.ts';

const SHOWN = 3;

interface Priced {
  coupon_code: string | null;
  price_cents: number | null;
  currency: string;
}

/** The first of a store's coupons that a buyer of a deal may use besides its own: not those that begin above its price. */
export function matchingCoupons(coupons: StoreCoupon[], deal: Priced): StoreCoupon[] {
  const own = deal.coupon_code === null ? undefined : normalCode(deal.coupon_code);
  return coupons.filter((coupon) => normalCode(coupon.code) !== own && !asksForMore(coupon, deal)).slice(0, SHOWN);
}

const asksForMore = ({ minimumCents, currency }: StoreCoupon, deal: Priced) =>
  minimumCents !== null && deal.price_cents !== null && currency === deal.currency && minimumCents > deal.price_cents;
