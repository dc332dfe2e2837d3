import type { Times } from './schedule.ts';
import type { Votes } from './votes.ts';

/** A deal in the format of imports, with the keys in this order. Unknown optional fields are omitted. */
export type DealRecord = {
  type: 'deal';
  source: 'demo';
  sourceId: string;
  title: string;
  description: string;
  kind?: string;
  store: string;
  brand?: string;
  category: string;
  forum: string;
  collections?: string[];
  url: string;
  price: string;
  listPrice?: string;
  listPriceSeen?: string;
  currency: 'USD';
  couponCode?: string;
  shipping?: string;
  freeShippingFrom?: string;
  variants?: string[];
} & Times & { postedBy: string } & Votes & { prices?: [string, string][] };
