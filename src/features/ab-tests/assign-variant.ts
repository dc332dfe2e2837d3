/** A variant: its name, and its weight, relative to those of the others. */
export interface Weighted {
  name: string;
  weight: number;
}

/**
 * The variant of a test that a visitor has: always the same one for the same visitor, and independent from test to test.
 * @param visitorId as the cookie has it
 */
export function assignVariant(visitorId: string, test: string, variants: Weighted[]): string {
  const all = variants.reduce((sum, { weight }) => sum + weight, 0);
  let point = (hash(`${test}:${visitorId}`) / 2 ** 32) * all;
  for (const { name, weight } of variants) {
    if (point < weight) return name;
    point -= weight;
  }
  return variants.at(-1)?.name ?? '';
}

/** A number from 0 to below 2^32: FNV-1a, its bits mixed once more (the end of MurmurHash3), so that similar ids are far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
