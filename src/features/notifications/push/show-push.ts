import { hydrateIsland } from '../../../ui/hydrate-island.ts';

/** Has the page that turns push on show whether it is on in this browser. */
export function showPush(): void {
  const island = document.querySelector('[data-push] astro-island > *');
  if (island) hydrateIsland(island);
}
