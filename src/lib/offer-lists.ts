/** The built-in lists of offers, unless a collection of the site has the same address. They have negative ids, which collections do not. */
export const OFFER_LISTS = [
  {
    id: -1,
    slug: 'coupons',
    title: 'Coupons',
    description: 'Codes that work today.',
    rule: { items: 'offers', offerType: 'coupon', expired: false },
  },
  {
    id: -2,
    slug: 'cashback',
    title: 'Cashback',
    description: 'Money back after the purchase.',
    rule: { items: 'offers', offerType: 'cashback', expired: false },
  },
] as const;

/** The built-in lists whose addresses no collection of the site has. */
export const missingOfferLists = (slugs: Iterable<string>) => {
  const own = new Set(slugs);
  return OFFER_LISTS.filter(({ slug }) => !own.has(slug));
};
