import { islandOf } from '../../ui/hydrate-when.ts';
import { prefetchIsland } from '../../ui/prefetch-islands.ts';
import { openModal } from './modal/store.ts';

const OPENERS = ['regModal', 'dealAlertModal', 'connect'].map((action) => `[data-click-action="${action}"]`).join();

/** Makes the links that sign up or in open the modal. */
export function watchSignInLinks(): void {
  document.addEventListener('click', (event) => {
    const opener = openerOf(event);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Not every browser focuses what is clicked, and the focus is to come back here.
    opener.focus();
    open(opener.dataset);
  });
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, (event) => openerOf(event) && prefetchIsland(islandOf('AccountModal')), { passive: true });
}

const openerOf = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLElement>(OPENERS) : null);

function open({ clickAction, tab, logIn, email, criteriaId, actionSource = 'header' }: DOMStringMap): void {
  if (clickAction === 'dealAlertModal') return openModal({ view: 'deal-alert', email, criteriaId, actionSource: 'deal-alert' });
  if (clickAction === 'connect') return openModal({ view: 'connect', actionSource: 'connect' });
  return openModal({ view: tab === 'log-in' ? 'log-in' : 'sign-up', logIn: logIn !== 'no', actionSource });
}
