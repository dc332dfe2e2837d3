/**
 * For browsers without view timelines: hides the bar of a deal's page on phones while the button above is in view, as the styles do
 * elsewhere (deal-bar.scss).
 */
export function watchDealBar(): void {
  const bar = document.querySelector('.deal-bar');
  const above = document.querySelector('.deal__actions');
  if (!bar || !above || CSS.supports('animation-timeline: --get-deal')) return;
  new IntersectionObserver((changes) => bar.toggleAttribute('data-away', changes.at(-1)?.isIntersecting ?? false)).observe(above);
}
