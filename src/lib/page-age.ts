declare global {
  // What TypeScript's library leaves out.
  interface Performance {
    getEntriesByType(type: 'navigation'): (PerformanceNavigationTiming & { deliveryType?: string })[];
  }
}

/**
 * Whether the page may be older than the visit to it: a browser takes pages of its history from its cache without asking,
 * and shows those that it fetched while a link was hovered.
 */
export function mayBeOld(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation?.type === 'back_forward' || navigation?.deliveryType === 'navigational-prefetch';
}
