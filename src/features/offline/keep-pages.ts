import { mayBeMember } from '../session/signed-in.ts';
import { session } from '../session/store.ts';
import type { PageMessage } from './caches.ts';
import { watchConnection } from './connection.ts';
import { keepsPages, postToWorker } from './post-to-worker.ts';

let hasBegun = false;

/** Makes the worker keep the pages that are visited, where the site wants it and the visitor does not save data. */
export async function keepPages(): Promise<void> {
  if (hasBegun) return;
  hasBegun = true;
  watchConnection();
  if (!keepsPages()) return;
  const copied = copiedCoupons();
  await navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  if (!document.querySelector('[data-kept]'))
    await postToWorker({ say: 'visit', path: location.pathname + location.search, since: performance.timeOrigin });
  copied((coupon) => void postToWorker({ say: 'coupon', ...coupon }));
  const member = await viewer();
  if (member !== undefined) await postToWorker({ say: 'viewer', member });
}

/** Number of the member who is signed in, 0 for nobody; undefined when that is not known. */
async function viewer(): Promise<number | undefined> {
  const { user } = await session();
  return user?.userid ?? (mayBeMember() ? undefined : 0);
}

type Copied = Omit<PageMessage & { say: 'coupon' }, 'say'>;

/** Elements that copy the page's own coupon. */
const COPIES = 'button.coupon, .get-deal a[data-copy]';

/** Watches for copied coupons from now on; a new listener gets those so far too. */
function copiedCoupons(): (tell: (coupon: Copied) => void) => void {
  let tell: ((coupon: Copied) => void) | undefined;
  const untold: Copied[] = [];
  const note = (button: HTMLElement | null) => {
    const coupon = button && {
      path: location.pathname,
      code: button.dataset['copy'] ?? '',
      store: document.querySelector('main a[href^="/store/"]')?.textContent ?? '',
    };
    if (coupon) (tell ?? ((early: Copied) => untold.push(early)))(coupon);
  };
  addEventListener('click', ({ target }) => target instanceof Element && note(target.closest<HTMLElement>(COPIES)));
  // Copied before this script was loaded.
  note(document.querySelector<HTMLElement>(`:is(${COPIES})[data-copied]`));
  return (to) => {
    tell = to;
    untold.forEach(to);
  };
}
