/** `/sw.js`: keeps pages that were visited for reading offline, and shows pushes. */
import { CACHES, FILES_CACHE, PAGES_CACHE } from '../caches.ts';
import { isFile } from '../page-text.ts';
import { preloadPages, raceNetworkWithWorker } from './navigation-preload.ts';
import { answerFile } from './files.ts';
import { answerNavigation } from './navigation.ts';
import { keepOfflinePage } from './pages.ts';
import { openPush, renewPush, showPush } from './push.ts';
import { scope } from './scope.ts';
import { handlePageMessage } from './page-messages.ts';
import { noteWindow } from './visits.ts';

scope.addEventListener('install', (event) => {
  // Kept pages name their files, so a new version may take over pages that are open.
  event.waitUntil(Promise.all([scope.skipWaiting(), raceNetworkWithWorker(event), keepOfflinePage()]));
});

scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([preloadPages(), removeOldCaches()])));

scope.addEventListener('fetch', (event) => {
  const { clientId } = event;
  const { method, mode, url, headers } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== location.origin) return;
  if (mode === 'navigate') event.respondWith(answerNavigation(event));
  else if (isFile(pathname) && !headers.has('range')) event.respondWith(answerFile(event));
  if (clientId) event.waitUntil(noteWindow(clientId));
});

scope.addEventListener('message', handlePageMessage);

scope.addEventListener('push', showPush);
scope.addEventListener('notificationclick', openPush);
scope.addEventListener('pushsubscriptionchange', renewPush);

async function removeOldCaches(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHES) && name !== PAGES_CACHE && name !== FILES_CACHE) await caches.delete(name);
}
