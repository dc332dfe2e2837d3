import { brands } from './brands.ts';
import type { DealRecord } from './deals.ts';
import { inWords } from './money.ts';

const names = new Map(brands.map(({ slug, name }) => [slug, name]));

/** Fills the placeholders of a comment with the prices and the brand of its deal. */
export function filled(line: string, deal: DealRecord): string {
  const [price, was] = [Number(deal.price), Number(deal.listPrice)];
  return line
    .replaceAll('{price}', inWords(price))
    .replaceAll('{was}', inWords(was))
    .replaceAll('{percent}', String(Math.floor((1 - price / was) * 100 + 0.001)))
    .replaceAll('{brand}', names.get(deal.brand ?? '') ?? 'this maker');
}
