import { brands } from './brands.ts';
import type { DealRecord } from './deals.ts';
import { inWords } from './money.ts';

const names = new Map(brands.map(({ slug, name }) => [slug, name]));

/** Numbers in a comment come from the deal's own record, so that none of them is wrong. */
export function filled(line: string, deal: DealRecord): string {
  const [price, was] = [Number(deal.price), Number(deal.listPrice)];
  return line
    .replaceAll('{price}', inWords(price))
    .replaceAll('{was}', inWords(was))
    .replaceAll('{percent}', String(Math.floor((1 - price / was) * 100 + 0.001)))
    .replaceAll('{brand}', names.get(deal.brand ?? '') ?? 'this maker');
}
