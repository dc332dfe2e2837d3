/** The page of a member's saved deals; its forms go there, too. */
export const SAVED = '/account/saved';

/** How long before a deal ends members are reminded. */
export const REMINDED_HOURS = 2;

export const LONGEST_LIST = 40;

/** Normalizes the name of a list: one line, well-formed; empty for no list. */
export const normalizeList = (typed: string): string =>
  typed
    .toWellFormed()
    .replaceAll(/[\s\u0000-\u001f\u007f]+/g, ' ')
    .trim();

/** Orders of saved deals. */
export const ORDERS = { saved: 'Last saved', ends: 'Ending soon', price: 'Lowest price' } as const;
export type Order = keyof typeof ORDERS;

/** Which saved deals are shown, and in which order. */
export interface SavedQuery {
  /** A list; all when left out. */
  list?: string | undefined;
  order: Order;
  page: number;
}

/** Address of saved deals. */
export function savedAddress({ list, order, page }: SavedQuery): string {
  const query = new URLSearchParams({
    ...(list !== undefined && { list }),
    ...(order !== 'saved' && { order }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query === '' ? SAVED : `${SAVED}?${query}`;
}
