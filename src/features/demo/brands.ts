import { readFileSync } from 'node:fs';
import { slugOfWords } from '../../lib/slug.ts';

/** A maker we know, and the words its products' names begin with in the source. */
export type Brand = { prefix: string; name: string; slug: string };

/**
 * The hand-checked makers, longest prefix first, so that "HP HyperX" is found before "HP".
 * A name that begins with none of them gets no deal: a wrong brand is worse than a missing one.
 */
export const brands: readonly Brand[] = readBrands();

/** The maker a product name begins with. */
export function brandOf(productName: string): Brand | undefined {
  return brands.find((brand) => `${productName} `.startsWith(`${brand.prefix} `));
}

/** The product name as a member would write it: the maker's usual spelling once, then the model. */
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
