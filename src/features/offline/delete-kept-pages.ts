import { PAGES_CACHE } from './caches.ts';

/** The worker has this long to answer, in milliseconds. */
const ANSWERS_MS = 2_000;

/** Deletes all kept pages. */
export async function deleteKeptPages(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const worker = registration?.active;
  if (worker && (await isAnswered(worker))) return;
  await caches.delete(PAGES_CACHE).catch(() => false);
}

/** The worker deletes in its queue of changes, so that a page that it is just storing is deleted, too. */
function isAnswered(worker: ServiceWorker): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(() => resolve(false), ANSWERS_MS);
    worker.postMessage({ say: 'forget' }, [port2]);
  });
}
