import { storedHidden } from './stored-hidden.ts';
import { HIDDEN_DEALS } from './path.ts';

/** Takes the cards of hidden deals out of the page, and says beneath how many they were. */
export function hideCards(): void {
  const hidden = new Set(storedHidden().ids);
  // Replaces the style with which the head's first script hid the cards.
  document.adoptedStyleSheets = [];
  for (const button of hidden.size > 0 ? document.querySelectorAll<HTMLElement>('[data-hide]') : []) {
    if (!hidden.has(Number(button.dataset['hide']))) continue;
    const item = button.closest('.deal-grid > *');
    const grid = item?.parentElement;
    if (!grid) showHidden(button, true);
    // Cards that were hidden on this page stay, because they offer Undo.
    else if (!item.querySelector('[data-hide-undo]')) {
      item.remove();
      countHidden(grid);
    }
  }
}

/** Shows on a deal's own page whether it is hidden. */
export function showHidden(button: HTMLElement, isHidden: boolean): void {
  button.toggleAttribute('data-hidden', isHidden);
  const words = button.querySelector('span');
  if (words) words.textContent = isHidden ? 'Hidden. Undo' : 'Hide';
}

/** Says below a list how many of its deals are not shown, so that nobody misses them. */
function countHidden(grid: HTMLElement): void {
  const next = grid.nextElementSibling;
  const note = next instanceof HTMLElement && next.dataset['hiddenHere'] ? next : document.createElement('p');
  const count = Number(note.dataset['hiddenHere'] ?? 0) + 1;
  note.dataset['hiddenHere'] = String(count);
  note.className = 'hidden-note';
  const link = document.createElement('a');
  link.href = HIDDEN_DEALS;
  link.textContent = 'See hidden deals';
  note.replaceChildren(`You hid ${count} ${count === 1 ? 'deal' : 'deals'} in this list. `, link);
  grid.after(note);
}
