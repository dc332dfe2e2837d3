import { readKeptPages } from '../caches.ts';
import { keyOf } from '../kept-page.ts';
import { generation, keepPage, isKeepable } from './pages.ts';
import { scope } from './scope.ts';

/** After this time, in milliseconds, the same page counts as another visit and is stored again. */
const VISIT_MS = 600_000;

/** Ids of windows whose pages are kept or being fetched. */
export const seenWindows = new Set<string>();

/** Called when a window requests something. Of a prefetched page this is the only sign that it is shown. */
export async function noteWindow(clientId: string): Promise<void> {
  if (seenWindows.has(clientId)) return;
  seenWindows.add(clientId);
  const page = await scope.clients.get(clientId);
  if (!page) return;
  const { pathname, search } = new URL(page.url);
  await noteVisit(pathname + search, Date.now() - VISIT_MS);
}

/** Stores a page that did not pass through the worker, from the browser's HTTP cache, unless it was stored since. */
export async function noteVisit(path: string, since = 0): Promise<void> {
  const asked = generation();
  const key = keyOf(new URL(path, location.origin))?.key;
  if (!key || (await readKeptPages()).pages.some((page) => page.key === key && page.at >= since)) return;
  const response = await fetch(path, { cache: 'force-cache' }).catch(() => undefined);
  if (response && isKeepable(response) && !response.redirected) await keepPage(path, response, asked);
}
