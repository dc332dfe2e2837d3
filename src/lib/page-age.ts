declare global {
  // Missing in TypeScript's library.
  interface Performance {
    getEntriesByType(type: 'navigation'): (PerformanceNavigationTiming & { deliveryType?: string })[];
  }
}

/**
 * Whether the page may be older than this visit: browsers show pages of their history from the cache without revalidating,
 * and pages that they prefetched when a link was hovered.
 */
export function mayBeOld(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation?.type === 'back_forward' || navigation?.deliveryType === 'navigational-prefetch';
}
