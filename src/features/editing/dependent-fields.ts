import type { Fields } from '../../server/db/row-fields.ts';
import type { ChangedFields } from '../../server/db/schema/imports.ts';

/** The columns of deals and offers that must not contradict each other, and the fields that they are of. */
export const RELATED = {
  deal: ['price_cents', 'list_price_cents', 'starts_at', 'expires_at'],
  offer: ['starts_at', 'expires_at'],
};

const AMOUNTS = ['price', 'listPrice', 'shipping'];

/**
 * Fields that undoing an import must leave, too, because it leaves others of the same deal or offer: restored, they would contradict those,
 * such as a list price that is no more than the price, or amounts in another currency.
 * @param left the fields that are not restored
 * @param now the row as it is, with the columns in `RELATED`
 * @param fieldOf the field of a column
 * @returns fields that are not in `left`
 */
export function dependentFields(left: Set<string>, now: Fields, changed: ChangedFields, fieldOf: (column: string) => string): string[] {
  const staying = new Set(left);
  const undone: Fields = { ...now };
  for (const [column, [was]] of Object.entries(changed)) if (!left.has(fieldOf(column))) undone[column] = was;
  const [price, listPrice] = [undone['price_cents'], undone['list_price_cents']];
  if (typeof price === 'number' && typeof listPrice === 'number' && listPrice <= price) staying.add('price').add('listPrice');
  const [starts, expires] = [undone['starts_at'], undone['expires_at']];
  if (typeof starts === 'string' && typeof expires === 'string' && new Date(starts) >= new Date(expires)) staying.add('schedule');
  if (changed['currency'] && AMOUNTS.some((field) => staying.has(field))) for (const field of AMOUNTS) staying.add(field);
  const undoing = new Set(Object.keys(changed).map(fieldOf));
  return [...staying].filter((field) => !left.has(field) && undoing.has(field));
}
