import { mayBeOld } from '../../lib/page-age.ts';
import { inStorage } from '../../ui/in-storage.ts';

const keyOf = (threadid: number) => `wrote:${threadid}`;
/** Identifies this load of the page among the pages of the tab. */
const PAGE = String(performance.timeOrigin);

/**
 * Notes in this tab that something was written on a thread: pages of it that were loaded before lack it. A browser that stores nothing
 * shows the page from its history as it was.
 */
export const noteWritten = (threadid: number): void => inStorage(() => sessionStorage.setItem(keyOf(threadid), PAGE));

/** Reloads a page that the browser restored from its history or had prefetched, when something was written since. */
export function reloadWhenStale(threadid: number): void {
  if (wroteElsewhere(threadid) && mayBeOld()) location.reload();
  clear(threadid);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && wroteElsewhere(threadid)) location.reload();
  });
}

const wroteElsewhere = (threadid: number) => (inStorage(() => sessionStorage.getItem(keyOf(threadid))) ?? PAGE) !== PAGE;

const clear = (threadid: number) => inStorage(() => sessionStorage.removeItem(keyOf(threadid)));
