import { stores } from './stores.ts';

/** Invented delivery costs; every third store has some. */
const RULES = [
  { shipping: '5.99', freeShippingFrom: '35.00' },
  { shipping: '4.99', freeShippingFrom: '49.00' },
];

/** The delivery costs of a store; empty when they are unknown. */
export function deliveryOf({ slug }: { slug: string }): { shipping?: string; freeShippingFrom?: string } {
  const place = stores.findIndex((store) => store.slug === slug);
  return place % 3 === 0 ? { ...RULES[(place / 3) % RULES.length] } : {};
}
