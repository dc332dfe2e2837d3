/** An offer as `catalogue.jsonl` has it. */
export type OfferRecord = {
  type: 'offer';
  source: 'demo';
  sourceId: string;
  offerType: 'coupon' | 'cashback';
  title: string;
  description?: string;
  kind?: string;
  store?: string;
  maker?: string;
  code?: string;
  percent?: number;
  amount?: string;
  minimum?: string;
  currency?: 'USD';
  terms?: string;
  url?: string;
  postedAt: string;
  expiresAt?: string;
  expired?: true;
  year?: number;
};
