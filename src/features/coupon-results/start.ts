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
  // When another page opens in this tab, the visitor did not leave for the store; the tab becomes hidden only after this event.
  addEventListener('pagehide', () => noteCopied(undefined));
  // Loaded early where there is a form, because clicks on its buttons wait for this script.
  if (document.querySelector('[data-coupon]') || triedCoupon()) await watch();
}
