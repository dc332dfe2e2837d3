/** Address to which browsers report errors. Not in the schema's file, because pages use it without loading zod. */
export const ERRORS_ADDRESS = '/web-api/errors/';

/** Characters of a report's texts. */
export const LONGEST = { message: 500, stack: 2_000, path: 500, release: 100 } as const;
