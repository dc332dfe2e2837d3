/** A coupon: the unique id of its deal or offer, and its code. */
export interface Coupon {
  about: string;
  code: string;
}

const TRIED = 'tried-coupon:';
const keyOfPage = () => TRIED + location.pathname;

/** Remembers with which coupon of this page somebody has gone to a store. */
export const keepTried = (coupon: Coupon): void => sessionStorage.setItem(keyOfPage(), JSON.stringify(coupon));

export const forgetTried = (): void => sessionStorage.removeItem(keyOfPage());

/** The coupon of this page that somebody has gone to a store with and not answered for. */
export function triedCoupon(): Coupon | undefined {
  const kept = sessionStorage.getItem(keyOfPage());
  return kept === null ? undefined : (JSON.parse(kept) as Coupon);
}
