/** The rule of a collection, in the format of imports. */
type CollectionRule =
  | { items: 'deals'; minPercent: number }
  | { items: 'deals'; maxPrice: string }
  | { items: 'deals'; categories: string[] }
  | { items: 'deals'; lowest: true }
  | { items: 'deals'; picked: true }
  | { items: 'offers'; offerType: 'coupon' | 'cashback'; expired: boolean };

const pages: [slug: string, title: string, description: string, rule: CollectionRule][] = [
  ['big-drops', 'Big drops', 'At least 40% below the lowest price of the 30 days before.', { items: 'deals', minPercent: 40 }],
  ['under-25', 'Under $25', 'Good finds for a small budget.', { items: 'deals', maxPrice: '25.00' }],
  ['all-time-lows', 'All-time lows', 'At the lowest price we have seen.', { items: 'deals', lowest: true }],
  ['editors-picks', "Editors' picks", 'Chosen by our editors.', { items: 'deals', picked: true }],
  [
    'home-office',
    'Home office',
    'Monitors, chairs, lights and everything for your desk.',
    {
      items: 'deals',
      categories: ['monitors', 'keyboards', 'mice', 'webcams', 'chairs', 'tables-and-desks', 'lighting', 'battery-backup'],
    },
  ],
  [
    'gaming-setup',
    'Gaming setup',
    'Graphics cards, monitors, keyboards and headphones.',
    { items: 'deals', categories: ['graphics-cards', 'monitors', 'keyboards', 'mice', 'headphones', 'pc-cases'] },
  ],
  [
    'build-a-pc',
    'Build a PC',
    'Every part, from the motherboard to the cooler.',
    {
      items: 'deals',
      categories: [
        'processors',
        'motherboards',
        'memory',
        'graphics-cards',
        'solid-state-drives',
        'power-supplies',
        'pc-cases',
        'cpu-coolers',
      ],
    },
  ],
  [
    'gifts',
    'Gift ideas',
    'Flowers, watches, jewelry, cookbooks and cushions.',
    { items: 'deals', categories: ['bouquets', 'watches', 'necklaces', 'bracelets', 'cookbooks', 'cushions'] },
  ],
  ['coupons', 'Coupons', 'Codes that work today.', { items: 'offers', offerType: 'coupon', expired: false }],
  ['cashback', 'Cashback', 'Money back after the purchase.', { items: 'offers', offerType: 'cashback', expired: false }],
  [
    'coupon-archive',
    'Coupon archive',
    'Codes from past years, kept for reference. None of them works any more.',
    { items: 'offers', offerType: 'coupon', expired: true },
  ],
];

export const collections = pages.map(([slug, title, description, rule], index) => ({
  type: 'collection' as const,
  slug,
  title,
  description,
  position: index + 1,
  rule,
}));

/** The forums; every deal belongs to one. */
export const forums = [
  ['hot-deals', 'Hot Deals'],
  ['coupons', 'Coupons'],
  ['freebies', 'Freebies'],
  ['deal-talk', 'Deal Talk'],
].map(([slug, title], index) => ({ type: 'forum' as const, slug, title, position: index + 1 }));
