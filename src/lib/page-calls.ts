/** Calls that answer with pages, or with parts of them, and so have no form and no schema of their own (docs/api.md). */

/** Before a page's path: its data (contract.md, Browse, search, pages). */
export const PAGE_CALL = '/web-api/page';

/** Before the path of a feed or a search: the form that narrows it, as HTML. */
export const FILTERS_CALL = '/web-api/filters';

const CARDS_CALL = '/web-api/cards/';

/** Full rows at every width of the window; no page requests more at once. */
export const MOST_CARDS = 12;

/** Address of the cards of deals, as HTML. @param ids of `MOST_CARDS` deals at most, in the order of the cards */
export const cardsAddress = (ids: readonly number[]): string => `${CARDS_CALL}?ids=${ids.join(',')}`;
