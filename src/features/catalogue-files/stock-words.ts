import type { RecordIssue } from '../catalogue/check-record.ts';

/** What a map calls a column that says whether something is in stock: the opposite of `expired`, and no field of a record. */
export const IN_STOCK = 'inStock';

const plainWord = (words: string) => words.toLowerCase().replace(/[\s_-]/g, '');

/** Names of such a column in the feeds of networks and shop programs, of which the last part counts: `offers.inStock`, `g:availability`. */
const COLUMN =
  /^(?:is)?instock\??$|^(?:stock)?availability$|^stock(?:status|state|quantity|qty|level)?$|^(?:variant)?inventory(?:qty|quantity)$/;
export const isStockColumn = (name: string): boolean => COLUMN.test(plainWord(name.replace(/^.*[.:]/, '')));

const IN_WORDS = ['true', 'yes', 'y', 'on', 'in stock', 'available', 'limited availability', 'low stock', 'in store only', 'online only'];
const ORDER_WORDS = ['preorder', 'pre sale', 'backorder', 'on backorder', 'made to order'];
const OUT_WORDS = ['false', 'no', 'n', 'off', 'out of stock', 'not in stock', 'unavailable', 'not available', 'sold out', 'discontinued'];
const IN = new Set([...IN_WORDS, ...ORDER_WORDS].map(plainWord));
const OUT = new Set(OUT_WORDS.map(plainWord));
/** How many there are, also as `12.0000` or `1,200`; below 0 is what was sold before it came. */
const QUANTITY = /^(-?)\d+(?:[.,]\d+)*$/;

/**
 * Whether something is in stock by the words of networks, Google Merchant, schema.org and shop programs, or by how many there are. What can
 * be ordered before it comes is in stock.
 * @returns undefined for other words
 */
export function readStock(written: string): boolean | undefined {
  const text = written.trim();
  const quantity = QUANTITY.exec(text);
  if (quantity) return quantity[1] === '' && /[1-9]/.test(text);
  const word = plainWord(text.replace(/^https?:\/\/schema\.org\//i, ''));
  return IN.has(word) || (OUT.has(word) ? false : undefined);
}

const FAULT = 'must say whether it is in stock: yes or no, "in stock" or "out of stock", or how many there are';

/** Replaces what a column says of the stock by `expired`: what is out of stock is over until it is there again. */
export function withoutStock(value: Record<string, unknown>): { value: Record<string, unknown>; problems: RecordIssue[] } {
  const { [IN_STOCK]: written, ...others } = value;
  if (typeof written !== 'string') return { value, problems: [] };
  const inStock = readStock(written);
  return inStock === undefined
    ? { value: others, problems: [{ field: IN_STOCK, reason: FAULT, value: JSON.stringify(written) }] }
    : { value: { ...others, expired: !inStock }, problems: [] };
}
