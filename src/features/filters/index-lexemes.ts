import type { FilterName } from './applied-filters.ts';

/**
 * Lexemes of the text index of deals that are not words: `s:12` is the store with the id 12. Triggers store them (`search_vector`,
 * migration 0008).
 */
const ID_PREFIXES: Record<FilterName, string> = { store: 's', brand: 'b', category: 'c', forum: 'f' };

export const idLexeme = (filter: FilterName, id: number): string => `${ID_PREFIXES[filter]}:${id}`;

/** Lexeme of deals that have not ended. */
export const IS_LIVE = 'is:live';
/** Lexeme of deals with a coupon code. */
export const HAS_COUPON = 'is:coupon';
/** Prefix of steps of the price, as `search_price_step` counts them. */
export const PRICE_STEP = 'p';
/** Prefix of steps of the discount, of 5 % each. */
export const DISCOUNT_STEP = 'o';
