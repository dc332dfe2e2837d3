import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';
import { inStorage } from '../../ui/in-storage.ts';

/** A coupon: the unique id of its deal or offer, and its code. */
export interface Coupon {
  about: string;
  code: string;
}

const TRIED = 'tried-coupon:';
const keyOfPage = () => TRIED + location.pathname;

/** Used where the browser's storage is not available. */
let memory: Coupon | undefined;

/** Stores that the visitor went to the store with a coupon of this page. */
export function storeTriedCoupon(coupon: Coupon): void {
  memory = coupon;
  inStorage(() => sessionStorage.setItem(keyOfPage(), JSON.stringify(coupon)));
}

export function clearTriedCoupon(): void {
  memory = undefined;
  inStorage(() => sessionStorage.removeItem(keyOfPage()));
}

const isCoupon = (json: unknown): json is Coupon => isRecord(json) && typeof json['about'] === 'string' && typeof json['code'] === 'string';

/** The coupon with which the visitor went to the store, and about which they have not answered yet. */
export function triedCoupon(): Coupon | undefined {
  const kept = inStorage(() => sessionStorage.getItem(keyOfPage()));
  return kept === undefined ? memory : parseStored(kept, isCoupon);
}

/** The coupon of a card that was copied since the page was opened or left. */
let copied: Coupon | undefined;

export function noteCopied(coupon: Coupon | undefined): void {
  copied = coupon;
}

/** Stores that the visitor has left the page after copying a card's coupon, if they have copied one. */
export function storeCopiedCoupon(): void {
  if (copied) storeTriedCoupon(copied);
  copied = undefined;
}
