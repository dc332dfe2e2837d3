import { between, pick, type Random } from '../../../src/features/demo/random.ts';

type Style = (title: string, random: Random) => string;

const WAYS: Style[] = [
  (title, random) => `${pick(random, ['Amazon: ', '[Newegg] ', 'Best Buy - '])}${title}`,
  (title, random) =>
    `${title}${pick(random, [' + free shipping', ' - $49.99 w/ coupon', ' (YMMV)', ' $89 shipped', ' w/ Prime', ' after 20% off coupon'])}`,
  (title) => title.toUpperCase(),
  (title) => title.toLowerCase(),
  (title) => title.replaceAll('-', ' '),
  (title) => title.replace(/([A-Za-z])(\d)/, '$1 $2'),
  (title) => title.replaceAll('"', '&quot;').replaceAll('&', '&amp;'),
  (title) => title.replace(' ', '® '),
  (title, random) => `${title}, ${pick(random, ['Black', 'White', 'Blue', 'various colors'])}`,
  (title, random) => misspelt(title, random),
  (title) => [...title.split(' ').slice(1), title.split(' ')[0]].join(' '),
];

/** A title as somebody else would write it, in two of the ways in which people's titles differ. */
export function restyled(title: string, random: Random): string {
  return pick(random, WAYS)(pick(random, WAYS)(title, random), random);
}

/** Leaves a letter of a long word out. */
function misspelt(title: string, random: Random): string {
  const words = title.split(' ');
  const long = words.filter((word) => /^[A-Za-z]{6,}$/.test(word));
  if (long.length === 0) return title;
  const word = pick(random, long);
  const at = between(random, 2, word.length - 2);
  return words.map((other) => (other === word ? word.slice(0, at) + word.slice(at + 1) : other)).join(' ');
}
