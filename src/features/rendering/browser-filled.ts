import { HIDDEN_DEALS } from '../hidden-deals/path.ts';
import { OFFLINE_PAGE } from '../offline/caches.ts';

/** Published pages that list what a browser stores; the browser fills them in. */
export const BROWSER_FILLED: readonly string[] = [OFFLINE_PAGE, HIDDEN_DEALS];
