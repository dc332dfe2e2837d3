import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The current request. Errors that its answer does not show are logged with its path, and it is refused at once when too many already wait
 * for the database. Only on-demand requests enter the scope, because published pages should not pay its cost.
 */
export const requestScope = new AsyncLocalStorage<{ method: string | undefined; path: string }>();
