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

/** What the order "Rising" goes by; where nobody voted lately, it is the hot one. */
export const RISING_NOTE = 'Most votes in the last 24 hours first, then the hottest.';
