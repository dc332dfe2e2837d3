import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The request that code runs for. Errors that its answer does not show are logged with its path, and it is refused at once when too many wait for
 * the database already. Only on-demand requests enter it: a published page should not pay for it.
 */
export const requestScope = new AsyncLocalStorage<{ method: string | undefined; path: string }>();
