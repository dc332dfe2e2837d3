import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that code runs for, so that what goes wrong beside its answer can be logged with its address, and so that it is told
 * at once when too many wait for the database already. Only what is answered on demand enters it: a published page should not pay for
 * it.
 */
export const requestScope = new AsyncLocalStorage<{ method: string | undefined; path: string }>();
