import { storeCopiedCoupon, noteCopied, triedCoupon } from './tried-coupon.ts';

/** Asks visitors who tried a coupon, of the page or copied on a card, about it when they come back; the code that asks is loaded then. */
export async function startCouponResults(): Promise<void> {
  const watch = () => import('./ask.ts').then(({ watchCouponResults }) => watchCouponResults());
  document.addEventListener('click', ({ target }) => {
    const { about, copy: code } = (target instanceof Element && target.closest<HTMLElement>('[data-about]')?.dataset) || {};
    if (about && code) noteCopied({ about, code });
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') storeCopiedCoupon();
    else if (triedCoupon()) void watch();
  });
  // Another page is opened in this tab: that is no way to the store, and the tab is hidden only then.
  addEventListener('pagehide', () => noteCopied(undefined));
  // Clicks on the buttons of its form wait for this script.
  if (document.querySelector('[data-coupon]') || triedCoupon()) await watch();
}
