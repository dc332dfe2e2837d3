import type { PageMessage } from './caches.ts';

const savesData = () => navigator.connection?.saveData ?? false;

/** Whether the worker keeps the pages that are visited: where the site wants it and the visitor does not save data. */
export const keepsPages = (): boolean => 'keepsPages' in document.body.dataset && 'serviceWorker' in navigator && !savesData();

/** Sends the worker a message, once there is one. */
export async function postToWorker(message: PageMessage): Promise<void> {
  if (!keepsPages()) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}
