/** The largest number that an integer column of the database holds. */
export const MAX_INTEGER = 2_147_483_647;

/**
 * The largest amount, in cents, that deals are filtered by and that a deal costs with delivery. The database adds one to an amount to find its
 * step in the search index, and the sum has to be an integer, too.
 */
export const MAX_TOTAL_CENTS = MAX_INTEGER - 1;
