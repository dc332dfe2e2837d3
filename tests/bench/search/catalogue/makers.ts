import { brandOf, type Brand } from '../../../../src/features/demo/brands.ts';
import { slugOfWords } from '../../../../src/lib/slug.ts';

/** Makers of two words and more that the demo does not carry; the others' names are their products' first word. */
const LONGER = [
  ...['Altec Lansing', 'Apex Gaming', 'Athena Power', 'Bang & Olufsen', 'Cyber Snipa', 'DAN Cases', 'Deco Gear', 'Diamond Multimedia'],
  ...['Fantom Drives', 'Gear Head', 'Golden Field', 'Green House', 'IK Multimedia', 'House of Marley', 'Mars Gaming', 'Neo Forza'],
  ...['PC Power & Cooling', 'Periodic Audio', 'Status Audio', 'teenage engineering', 'Titanium Micro'],
];

/** The maker of any product: one of the demo's, else what its name begins with. */
export function makerOf(productName: string): Brand {
  const known = brandOf(productName);
  if (known) return known;
  const prefix = LONGER.find((maker) => productName.startsWith(`${maker} `)) ?? productName.split(' ')[0]!;
  return { prefix, name: prefix, slug: slugOfWords(prefix) };
}
