/** What orders are called, on feeds and in search alike; each has names of its own in addresses. */
export const SORT_NAMES = {
  relevance: 'Relevance',
  hot: 'Hot',
  popular: 'Hot',
  rising: 'Rising',
  new: 'New',
  newest: 'New',
  price: 'Lowest price',
  discount: 'Discount',
} as const;

/** Explains the order "Rising"; where nobody voted recently, it is the same as the hot order. */
export const RISING_NOTE = 'Most votes in the last 24 hours first, then the hottest.';
