import { accountsContext } from './accounts.ts';
import type { Open } from './databases.ts';
import { priorPrices } from './prior-price.ts';
import { searchCatalogue } from './search-catalogue.ts';

export const MONITOR = 'Asus VG27AQ 27" 1440p 165 Hz IPS monitor';
export const SCREEN = 'Dell S3221QS 31.5" 4K display';
export const CARD = 'ZOTAC Twin Edge GeForce RTX 4070 Ti 12 GB graphics card';
export const OTHER_CARD = 'PNY VERTO GeForce RTX 4080 16 GB graphics card';
export const DRIVE = 'Western Digital WD_BLACK hard drive, 1 TB, 7200 rpm';
export const MOUSE = 'Logitech MX Anywhere 3 wireless mouse';
export const COOLER = 'be quiet! Dark Rock 4 CPU cooler';
export const CREME = 'Crème brûlée set';

/** Deals of some kinds, each found by other words. */
export const MIXED_DEALS = [
  { title: MONITOR, category: 'monitors', brand: 'asus', price: '299.00', prices: priorPrices('399.00') },
  { title: SCREEN, category: 'monitors', price: '349.00' },
  { title: CARD, category: 'graphics-cards', price: '799.00', couponCode: 'SAVE' },
  { title: OTHER_CARD, category: 'graphics-cards', price: '1099.00' },
  { title: DRIVE, category: 'computers', brand: 'western-digital', price: '59.00', store: 'north-mart' },
  { title: MOUSE, category: 'mice', price: '49.00', description: 'A quiet one for the couch.' },
  { title: COOLER, category: 'computers', brand: 'be-quiet', price: '69.00' },
  { title: CREME, price: '25.00', forum: 'freebies' },
  { title: 'Jigsaw puzzle of a monitor lizard', price: '5.00' },
];

/** A site with these deals. */
export async function openMixedDeals(open: Open) {
  const context = accountsContext((await open()).db);
  await searchCatalogue(context, MIXED_DEALS);
  return context;
}
