import { pick, type Random } from './random.ts';
import type { StoreRecord } from './stores.ts';

/** What a store would shorten itself to in a code. */
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

/** An invented code in its store's style; it is only ever beside a fictional store. */
export function codeFor(store: StoreRecord, random: Random): string {
  const name = names[store.slug] ?? store.slug.toUpperCase();
  const word = pick(random, ['SAVE', 'DEAL', 'DROP', 'EXTRA', 'NOW', 'MAGPIE', 'TODAY', 'NEST']);
  return pick(random, [`${name}${word}`, `${word}${name}`, `${name}-${word}`]);
}
