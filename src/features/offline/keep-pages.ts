import { mayBeMember } from '../session/signed-in.ts';
import { session } from '../session/store.ts';
import { watchConnection } from './connection.ts';
import { keepsPages, postToWorker } from './post-to-worker.ts';

let hasBegun = false;

/** Makes the worker keep the pages that are visited, where the site wants it and the visitor does not save data. */
export async function keepPages(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  watchConnection();
  if (!keepsPages()) return;
  watchCoupons();
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (!document.querySelector('[data-kept]'))
    await postToWorker({ say: 'visit', path: location.pathname + location.search, since: performance.timeOrigin });
  const member = await viewer();
  if (member !== undefined) await postToWorker({ say: 'viewer', member });
}

/** Number of the member who is signed in, 0 for nobody; undefined when that is not known. */
async function viewer(): Promise<number | undefined> {
  const { user } = await session();
  return user?.userid ?? (mayBeMember() ? undefined : 0);
}

/** Elements that copy the page's own coupon. */
const COPIES = 'button.coupon, .get-deal a[data-copy]';

/** Sends the worker, once it is there, the coupons that are copied on this page. */
function watchCoupons(): void {
  const send = (button: HTMLElement | null) => {
    if (!button) return;
    const store = document.querySelector('main a[href^="/store/"]')?.textContent ?? '';
    void postToWorker({ say: 'coupon', path: location.pathname, code: button.dataset['copy'] ?? '', store });
  };
  addEventListener('click', ({ target }) => target instanceof Element && send(target.closest<HTMLElement>(COPIES)));
  // Copied before this script was loaded.
  send(document.querySelector<HTMLElement>(`:is(${COPIES})[data-copied]`));
}
