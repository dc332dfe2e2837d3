/** Where the browser went last from this page, or to on it. */
export let lastNavigation: NavigateEvent | undefined;

/** Notes navigations for whatever comes with the first interaction, which may be the click that leads away (loading-bar.ts). */
export function noteNavigations(): void {
  if ('navigation' in window) navigation.addEventListener('navigate', (event) => (lastNavigation = event));
}
