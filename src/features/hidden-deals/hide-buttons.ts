import { createElement } from '../../ui/create-element.ts';
import { announce } from '../../ui/announce.ts';
import { POSTS_ADDED } from '../votes/vote.ts';
import { hideCards, showHidden } from './hide-cards.ts';
import { withHidden } from './hidden.ts';
import { storeHidden, storedHidden } from './stored-hidden.ts';
import { syncHidden } from './sync-hidden.ts';

/** Hides deals, and shows them again on undo, without leaving the page. */
export function watchHideButtons(): void {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-hide], [data-hide-undo]');
    if (button) toggle(button);
  });
  document.addEventListener(POSTS_ADDED, hideCards);
  addEventListener('pageshow', ({ persisted }) => persisted && hideCards());
  void syncHidden({ isPressed: false });
}

/** Stores that a deal is hidden, or no longer hidden, and sends that to the account. */
export function hideDeal(id: number, isHidden: boolean): void {
  storeHidden(withHidden(storedHidden(), id, isHidden));
  void syncHidden({ isPressed: true });
}

function toggle(button: HTMLElement): void {
  const { hide, hideUndo } = button.dataset;
  const card = button.closest('.deal-grid > *')?.querySelector<HTMLElement>('.deal-card');
  const isHidden = hideUndo === undefined && !button.hasAttribute('data-hidden');
  hideDeal(Number(hideUndo ?? hide), isHidden);
  if (!card) {
    showHidden(button, isHidden);
    announce(isHidden ? 'Hidden' : 'Not hidden any more');
  } else if (isHidden) replaceCard(card, Number(hide));
  else restoreCard(card, button);
}

/** Replaces a card by a message that the deal is hidden. It has the size of the card, so that nothing moves. */
function replaceCard(card: HTMLElement, id: number): void {
  // The button has the focus, and beside it stands nothing of the deal.
  const label = `Undo: ${card.querySelector('[data-hide]')?.ariaLabel ?? 'Hide'}`;
  const undo = createElement(
    'button',
    { type: 'button', class: 'button button--quiet', 'data-hide-undo': String(id), 'aria-label': label },
    'Undo',
  );
  const status = createElement('span', { role: 'status' });
  const message = createElement('p', { class: 'hidden-card' }, status, undo);
  message.style.minHeight = `${card.offsetHeight}px`;
  card.hidden = true;
  card.after(message);
  // Set afterwards: screen readers announce changes of a live region that exists already.
  status.textContent = 'Hidden.';
  undo.focus({ preventScroll: true });
}

function restoreCard(card: HTMLElement, undo: HTMLElement): void {
  undo.parentElement?.remove();
  card.hidden = false;
  card.querySelector<HTMLElement>('[data-hide]')?.focus({ preventScroll: true });
}
