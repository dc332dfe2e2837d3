import { vi } from 'vitest';

/** Runs checks of several answers until they hold: other tests add deals to the site, which may come between two requests. */
export const settled = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, { timeout: 20_000, interval: 200 });
