/** Deals of one sitemap by their ids; a deal keeps its part for good, so that a change touches one of them. */
export const DEALS_A_SITEMAP = 2_000;

/** The name of the sitemap that a deal is in. */
export const dealsSitemap = (threadId: number) => `deals-${Math.floor(threadId / DEALS_A_SITEMAP)}`;
