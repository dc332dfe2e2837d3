import { mayBeOld } from '../../lib/page-age.ts';

const keyOf = (threadid: number) => `wrote:${threadid}`;
/** Identifies this load of the page among the pages of the tab. */
const PAGE = String(performance.timeOrigin);

/** Remembers in this tab that something was written on a thread: pages of it that were loaded before lack it. */
export function noteWritten(threadid: number): void {
  try {
    sessionStorage.setItem(keyOf(threadid), PAGE);
  } catch {
    // A browser that stores nothing shows the page of its history as it was.
  }
}

/** Reloads a page that the browser restored from its history or had prefetched, when something was written since. */
export function reloadWhenStale(threadid: number): void {
  if (wroteElsewhere(threadid) && mayBeOld()) location.reload();
  forget(threadid);
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted && wroteElsewhere(threadid)) location.reload();
  });
}

function wroteElsewhere(threadid: number): boolean {
  try {
    return (sessionStorage.getItem(keyOf(threadid)) ?? PAGE) !== PAGE;
  } catch {
    return false;
  }
}

function forget(threadid: number): void {
  try {
    sessionStorage.removeItem(keyOf(threadid));
  } catch {
    // Nothing was stored.
  }
}
