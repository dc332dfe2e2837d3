import { triedCoupon } from './tried.ts';

/** Loads what asks whether coupons worked: on the page of a coupon, and elsewhere once the coupon of a card is copied. */
export async function startCouponResults(): Promise<void> {
  const load = () => import('./ask.ts');
  document.addEventListener('click', ({ target }) => {
    const { about, copy: code } = (target instanceof Element && target.closest<HTMLElement>('[data-about]')?.dataset) || {};
    if (about && code) void load().then(({ noteCopied }) => noteCopied({ about, code }));
  });
  // Clicks on the buttons of its form wait for this script.
  if (document.querySelector('[data-coupon]') || triedCoupon()) (await load()).watchCouponResults();
}
