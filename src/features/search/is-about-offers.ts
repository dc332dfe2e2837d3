/** Whether what narrows a search is about coupons and cashback: nothing else is asked for, or found. */
export const isAboutOffers = ({
  query,
  total,
  offers,
}: {
  query: { offersOnly: boolean };
  total: number;
  offers: { total: number };
}): boolean => query.offersOnly || (total === 0 && offers.total > 0);
