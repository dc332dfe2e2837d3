import { afterEach, expect, test, vi } from 'vitest';
import { clearTriedCoupon, storeTriedCoupon, triedCoupon } from '../../../src/features/coupon-results/tried-coupon.ts';

const COUPON = { about: 'PCO-1', code: 'SAVE5' };

afterEach(() => vi.unstubAllGlobals());

const keep = (storage: object) => {
  vi.stubGlobal('location', { pathname: '/popular' });
  vi.stubGlobal('sessionStorage', storage);
};
const closed = () => {
  throw new DOMException('The storage is closed.', 'SecurityError');
};

test('a coupon that was tried is known until it is forgotten', () => {
  const kept = new Map<string, string>();
  keep({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  expect(triedCoupon()).toBeUndefined();
  storeTriedCoupon(COUPON);
  expect(triedCoupon()).toEqual(COUPON);
  clearTriedCoupon();
  expect(triedCoupon()).toBeUndefined();
});

test('where the browser keeps nothing, it is known as long as the page is open', () => {
  keep({ getItem: closed, setItem: closed, removeItem: closed });
  expect(triedCoupon()).toBeUndefined();
  storeTriedCoupon(COUPON);
  expect(triedCoupon()).toEqual(COUPON);
  clearTriedCoupon();
  expect(triedCoupon()).toBeUndefined();
});
