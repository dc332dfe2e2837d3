import type { PreinitializedWritableAtom } from 'nanostores';
import { requiredElement } from './required-element.ts';
import { hydrateIsland } from './hydrate-island.ts';

/** The island of a component that is in the shell. */
export const islandOf = (component: string) => requiredElement(`astro-island[component-export=${component}]`);

/**
 * Hydrates an island of the shell (`client:wanted`) once its store has another than its initial value.
 * @param component its exported name
 * @param styled resolves once the page has the styles of what the island shows
 * @param failed called with the last value when the island's script could not be loaded; the store is then reset to its initial value. Not without a
 * connection: the page that takes the island's place could not be loaded either, and would lose what is typed on this one.
 */
export function hydrateWhen<Shown>(
  component: string,
  $shown: PreinitializedWritableAtom<Shown>,
  styled: Promise<void>,
  failed: (shown: Shown) => void,
): void {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- a preinitialized store has a first value; its type says that it may have none
  const nothing = $shown.init as Shown;
  const onError = () => {
    const shown = $shown.get();
    if (shown === nothing) return;
    $shown.set(nothing);
    if (navigator.onLine) failed(shown);
  };
  // `subscribe` also calls back with a value that was set before.
  $shown.subscribe((shown) => {
    const island = islandOf(component);
    if (shown === nothing || !island.hasAttribute('ssr')) return;
    // One listener, however often the value changes before the script comes.
    island.addEventListener('astro:hydration-error', onError, { once: true });
    void styled.then(() => hydrateIsland(island));
  });
}
