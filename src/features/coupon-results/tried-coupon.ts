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

/** Where the browser keeps nothing. */
let memory: Coupon | undefined;

/** Remembers with which coupon of this page somebody has gone to a store. */
export function storeTriedCoupon(coupon: Coupon): void {
  memory = coupon;
  inStorage(() => sessionStorage.setItem(keyOfPage(), JSON.stringify(coupon)));
}

export function forgetTriedCoupon(): void {
  memory = undefined;
  inStorage(() => sessionStorage.removeItem(keyOfPage()));
}

const isCoupon = (json: unknown): json is Coupon => isRecord(json) && typeof json['about'] === 'string' && typeof json['code'] === 'string';

/** The coupon of this page that somebody has gone to a store with and not answered for. */
export function triedCoupon(): Coupon | undefined {
  const kept = inStorage(() => sessionStorage.getItem(keyOfPage()));
  return kept === undefined ? memory : parseStored(kept, isCoupon);
}

/** The coupon of a card that was copied since the page was opened or left. */
let copied: Coupon | undefined;

export function noteCopied(coupon: Coupon | undefined): void {
  copied = coupon;
}

/** Remembers that somebody has left the page with the coupon that they copied on it, if they did. */
export function storeCopiedCoupon(): void {
  if (copied) storeTriedCoupon(copied);
  copied = undefined;
}
