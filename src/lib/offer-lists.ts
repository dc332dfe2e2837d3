/** The lists of offers that every site has, unless a collection of its own has that address. Ids below zero are no collection's. */
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

/** Those of them that no collection of the site stands in for. */
export const missingOfferLists = (slugs: Iterable<string>) => {
  const own = new Set(slugs);
  return OFFER_LISTS.filter(({ slug }) => !own.has(slug));
};
