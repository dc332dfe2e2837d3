import { hydrateIsland } from '../../../ui/hydrate-island.ts';

/** Shows, on the page that turns push on, whether it is on in this browser. */
export function showPush(): void {
  const island = document.querySelector('[data-push] astro-island > *');
  if (island) hydrateIsland(island);
}
