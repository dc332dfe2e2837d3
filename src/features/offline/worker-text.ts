import type { Config } from '../../server/config.ts';

/** Name of the worker's file in a bundle. Not `sw.js`, because Astro would then serve it as a file and not through the endpoint. */
export const WORKER_FILE = 'offline-worker.js';
export const WORKER_PATH = '/sw.js';
/** Browsers ask for the worker again at each visit. */
export const WORKER_CACHE = 'no-cache';

/**
 * Replaces a worker that is switched off: it deletes everything that was kept, and then itself. It does not wait for this in `activate`,
 * because Chromium may then leave a requested page waiting.
 */
export const RETIRED_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => {
  const removed = removeCaches();
  event.waitUntil(removed);
  removed.then(() => registration.unregister());
});
async function removeCaches() {
  for (const name of await caches.keys()) if (name.startsWith('magpie-')) await caches.delete(name);
}
`;

interface Wanted {
  context: { config: Pick<Config, 'offlinePages'> };
  /** The worker as it is in the bundle; bundles of earlier versions have none. */
  worker?: string | undefined;
}

/** The script of `/sw.js`. */
export const workerText = ({ context, worker }: Wanted): string => (context.config.offlinePages && worker) || RETIRED_WORKER;

/** Answers `/sw.js` until it is published. */
export const worker = (wanted: Wanted): Response =>
  new Response(workerText(wanted), { headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': WORKER_CACHE } });
