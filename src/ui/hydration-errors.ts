/** Has an island whose script does not come be a warning: what it is for works without, and the browser has told the error already. */
export function warnOfHydrationErrors(): void {
  document.addEventListener('astro:hydration-error', (event) => {
    event.preventDefault();
    console.warn((event as CustomEvent<{ error: unknown }>).detail.error);
  });
}
