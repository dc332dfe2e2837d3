import { stores } from './stores.ts';

/** What each third store asks for delivery; made up, as the stores are. */
const RULES = [
  { shipping: '5.99', freeShippingFrom: '35.00' },
  { shipping: '4.99', freeShippingFrom: '49.00' },
];

/** What a store asks for delivery; of the others nothing is known. */
export function deliveryOf({ slug }: { slug: string }): { shipping?: string; freeShippingFrom?: string } {
  const place = stores.findIndex((store) => store.slug === slug);
  return place % 3 === 0 ? { ...RULES[(place / 3) % RULES.length] } : {};
}
