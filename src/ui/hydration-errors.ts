import { reloadWhenGone } from './reload-when-gone.ts';

declare global {
  interface WindowEventMap {
    'astro:hydration-error': CustomEvent<{ error: unknown }>;
  }
}

/** Turns the error of an island whose script does not load into a warning: the page works without it, and the browser has logged the failed request. */
export function warnOfHydrationErrors(): void {
  addEventListener(
    'astro:hydration-error',
    (event) => {
      event.preventDefault();
      const { error } = event.detail;
      console.warn(error);
      void reloadWhenGone(error);
    },
    // In the capture phase: before the listeners that lead to a plain page, which must not be reloaded.
    true,
  );
}
