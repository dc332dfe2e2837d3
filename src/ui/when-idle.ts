/** Does something once the browser has time; Safari, which does not say when that is, at the next turn. */
export const whenIdle = (act: () => void) => ('requestIdleCallback' in window ? requestIdleCallback : setTimeout)(act);
