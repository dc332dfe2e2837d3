import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that code runs for. Errors beside its answer are logged with its address, and it is refused at once when too many wait for
 * the database already. Only on-demand requests enter it: a published page should not pay for it.
 */
export const requestScope = new AsyncLocalStorage<{ method: string | undefined; path: string }>();
