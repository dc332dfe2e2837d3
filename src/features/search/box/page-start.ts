import { requiredElement } from '../../../ui/required-element.ts';
import { hydrateIsland } from '../../../ui/hydrate-island.ts';
import { forumNamed } from './forum.ts';

/** Called on every page for its search box, whose island hydrates once it is used. */
export function startSearchBox(): void {
  const box = document.querySelector('[data-search-box=suggests]');
  if (!box) return;
  // A screen reader announces the role as soon as it has the focus.
  Object.assign(requiredElement('[type=search]', box), { role: 'combobox', ariaExpanded: 'false' });
  // Only the server knows what a forum is called that the address names and the page does not.
  if (forumNamed(new URLSearchParams(location.search)) && !box.querySelector('[data-forum-tag]')) hydrateIsland(box);
}
