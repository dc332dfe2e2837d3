import { pick, type Random } from './random.ts';
import type { StoreRecord } from './stores.ts';

/** Short names of stores, used in codes. */
const names: Record<string, string> = {
  silverfinch: 'FINCH',
  ohmstead: 'OHM',
  'ferrite-and-fan': 'FERRITE',
  kilobarn: 'KILO',
  glasswater: 'GLASS',
  northgable: 'GABLE',
  oakenroom: 'OAKEN',
  'hearth-and-lantern': 'HEARTH',
  'marlowe-street': 'MARLOWE',
  'cobblers-row': 'COBBLER',
  'satchel-and-strand': 'SATCHEL',
  greenbasket: 'BASKET',
  wildstem: 'STEM',
  fiddlehead: 'FIDDLE',
  'trail-and-timber': 'TRAIL',
  larkspur: 'LARK',
};

/** Returns an invented coupon code of a (fictional) store. */
export function codeFor(store: StoreRecord, random: Random): string {
  const name = names[store.slug] ?? store.slug.toUpperCase();
  const word = pick(random, ['SAVE', 'DEAL', 'DROP', 'EXTRA', 'NOW', 'MAGPIE', 'TODAY', 'NEST']);
  return pick(random, [`${name}${word}`, `${word}${name}`, `${name}-${word}`]);
}
