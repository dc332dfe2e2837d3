import { mayBeOld } from '../../lib/page-age.ts';

const keyOf = (threadid: number) => `wrote:${threadid}`;
/** Tells this page from others of the tab, and from itself before it was loaded anew. */
const PAGE = String(performance.timeOrigin);

/** Remembers in this tab that something was written on a thread: pages of it that were loaded before lack it. */
export function noteWritten(threadid: number): void {
  try {
    sessionStorage.setItem(keyOf(threadid), PAGE);
  } catch {
    // A browser that stores nothing shows the page of its history as it was.
  }
}

/** Loads a page anew that the browser took from its history, or had fetched ahead, when something was written since. */
export function reloadWhenOld(threadid: number): void {
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
