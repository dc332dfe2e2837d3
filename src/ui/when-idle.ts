/** Runs a function when the browser is idle; in Safari, which does not report that, in the next turn of the event loop. */
export const whenIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(act);
