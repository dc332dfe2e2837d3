/** Where browsers report errors. Apart from the schema, because pages load no zod for it. */
export const ERRORS_ADDRESS = '/web-api/errors/';

/** Characters of a report's texts. */
export const LONGEST = { message: 500, stack: 2_000, path: 500, release: 100 } as const;
