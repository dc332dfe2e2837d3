/** Never prefetched: clicks to stores are counted, and pages about the visitor show messages only once. */
const NEVER = /^\/(click$|account\/|forums\/profile\.php$)/;

/** Fetches a page when a link to it is hovered or touched, where the browser does not do so by the speculation rules. */
export function prefetchLinks(): void {
  if ('supports' in HTMLScriptElement && HTMLScriptElement.supports('speculationrules')) return;
  const fetched = new Set<string>([location.href]);
  const prefetch = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || NEVER.test(link.pathname) || fetched.has(link.href)) return;
    fetched.add(link.href);
    const hint = document.createElement('link');
    hint.rel = 'prefetch';
    hint.href = link.href;
    document.head.append(hint);
  };
  document.addEventListener('pointerover', prefetch, { passive: true });
  document.addEventListener('touchstart', prefetch, { passive: true });
}
