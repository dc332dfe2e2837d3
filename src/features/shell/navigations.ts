/** The last navigation from this page, or within it. */
export let lastNavigation: NavigateEvent | undefined;

/**
 * Stores navigations for scripts that are loaded by the first interaction, which may itself be the click that leaves the page
 * (loading-bar.ts).
 */
export function noteNavigations(): void {
  if ('navigation' in window) navigation.addEventListener('navigate', (event) => (lastNavigation = event));
}
