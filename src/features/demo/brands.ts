import { readFileSync } from 'node:fs';
import { slugOfWords } from '../../lib/slug.ts';

/** A brand, and the prefix of its products' names in the source. */
export type Brand = { prefix: string; name: string; slug: string };

/**
 * The brands, checked by hand; longest prefix first, so that "HP HyperX" is found before "HP". Products without a known prefix get no deal,
 * because a wrong brand is worse than a missing deal.
 */
export const brands: readonly Brand[] = readBrands();

export function brandOf(productName: string): Brand | undefined {
  return brands.find((brand) => `${productName} `.startsWith(`${brand.prefix} `));
}

/** The product name for a title: the brand in its usual spelling, once, then the model. */
export function displayName(productName: string, brand: Brand): string {
  const model = productName.slice(brand.prefix.length).trim();
  if (model.toLowerCase().startsWith(`${brand.name.toLowerCase()}-`)) return model;
  const repeated = model.toLowerCase().startsWith(`${brand.name.toLowerCase()} `);
  return repeated ? `${brand.name} ${model.slice(brand.name.length + 1)}` : `${brand.name} ${model}`;
}

function readBrands(): Brand[] {
  const lines = readFileSync(new URL('inputs/brands.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines
    .map((line) => {
      const [prefix = '', name = prefix] = line.split(' = ');
      return { prefix, name, slug: slugOfWords(name) };
    })
    .sort((one, other) => other.prefix.length - one.prefix.length || (one.prefix < other.prefix ? -1 : 1));
}
