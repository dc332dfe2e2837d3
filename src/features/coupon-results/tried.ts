import { isRecord } from '../../lib/is-record.ts';
import { parseStored } from '../../lib/parse-stored.ts';

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
export function keepTried(coupon: Coupon): void {
  memory = coupon;
  try {
    sessionStorage.setItem(keyOfPage(), JSON.stringify(coupon));
  } catch {
    // It is in memory.
  }
}

export function forgetTried(): void {
  memory = undefined;
  try {
    sessionStorage.removeItem(keyOfPage());
  } catch {
    // Nothing was kept.
  }
}

const isCoupon = (json: unknown): json is Coupon => isRecord(json) && typeof json['about'] === 'string' && typeof json['code'] === 'string';

/** The coupon of this page that somebody has gone to a store with and not answered for. */
export function triedCoupon(): Coupon | undefined {
  try {
    return parseStored(sessionStorage.getItem(keyOfPage()), isCoupon);
  } catch {
    return memory;
  }
}

/** The coupon of a card that was copied since the page was opened or left. */
let copied: Coupon | undefined;

export function noteCopied(coupon: Coupon | undefined): void {
  copied = coupon;
}

/** Remembers that somebody has left the page with the coupon that they copied on it, if they did. */
export function keepCopied(): void {
  if (copied) keepTried(copied);
  copied = undefined;
}
