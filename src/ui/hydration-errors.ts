import { reloadWhenGone } from './reload-when-gone.ts';

declare global {
  interface WindowEventMap {
    'astro:hydration-error': CustomEvent<{ error: unknown }>;
  }
}

/** Has an island whose script does not come be a warning: what it is for works without, and the browser has told the error already. */
export function warnOfHydrationErrors(): void {
  addEventListener(
    'astro:hydration-error',
    (event) => {
      event.preventDefault();
      const { error } = event.detail;
      console.warn(error);
      void reloadWhenGone(error);
    },
    // Before those who lead to a plain page, which is not to be reloaded.
    true,
  );
}
