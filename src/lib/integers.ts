/** The largest number that an integer column of the database holds. */
export const MAX_INTEGER = 2_147_483_647;
