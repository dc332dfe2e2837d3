import { between, pick, shuffled, type Random } from '../../../../src/features/demo/random.ts';

/** Another deal on the same product: its title, and its price as a share of the first one's. */
export type Again = { title: string; share: number };

const CONDITIONS = [
  ['refurbished', 0.7],
  ['open box', 0.85],
  ['renewed', 0.75],
  ['used, like new', 0.65],
  ['clearance', 0.8],
  ['bulk packaging', 0.93],
  ['2-year warranty', 1.05],
] as const;
const PACKS = [2, 3, 4, 5];
const EXTRAS = [
  ...['carrying bag', 'mouse pad', 'HDMI cable', 'DisplayPort cable', 'screwdriver set', 'microfiber cloth', 'cable ties', 'USB hub'],
  ...['game voucher', 'thermal pads', 'travel pouch', 'gift card', 'power strip', 'desk mat', 'antivirus license', 'sticker sheet'],
];
const COLORS = ['white', 'black', 'silver', 'gray', 'red', 'blue', 'pink', 'green', 'gunmetal', 'champagne'];

/** So many further deals on a product, no two alike: in another condition, in packs, with something, in another color. */
export function dealsAgain(title: string, count: number, random: Random): Again[] {
  const kinds = shuffled(random, ['condition', 'pack', 'bundle', 'color', 'condition and color'] as const).slice(0, count);
  return kinds.map((kind) => {
    const [condition, share] = pick(random, CONDITIONS);
    const color = pick(random, COLORS);
    if (kind === 'pack') return { title: `${title}, pack of ${pick(random, PACKS)}`, share: 1.9 };
    if (kind === 'bundle') return { title: `${title} with ${pick(random, EXTRAS)}`, share: 1 + between(random, 2, 12) / 100 };
    if (kind === 'color') return { title: `${title}, ${color} edition`, share: 1.02 };
    return kind === 'condition' ? { title: `${title} (${condition})`, share } : { title: `${title}, ${color} (${condition})`, share };
  });
}
