import { openSignIn, prefetchSignIn } from './open-sign-in.ts';

const OPENERS = ['regModal', 'dealAlertModal', 'connect'].map((action) => `[data-click-action="${action}"]`).join();

/** Has the links that sign somebody up or in open the modal, and lead to the plain page when its script does not come. */
export function watchSignInLinks(): void {
  document.addEventListener('click', async (event) => {
    const opener = openerOf(event);
    if (!opener || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Not every browser focuses what is clicked, and the focus is to come back here.
    opener.focus();
    if (!(await open(opener.dataset)) && opener instanceof HTMLAnchorElement) location.assign(opener.href);
  });
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, (event) => openerOf(event) && prefetchSignIn(), { passive: true });
}

const openerOf = (event: Event) => (event.target instanceof Element ? event.target.closest<HTMLElement>(OPENERS) : null);

function open({ clickAction, tab, logIn, email, criteriaId, actionSource = 'header' }: DOMStringMap): Promise<boolean> {
  if (clickAction === 'dealAlertModal') return openSignIn({ view: 'deal-alert', email, criteriaId, actionSource: 'deal-alert' });
  if (clickAction === 'connect') return openSignIn({ view: 'connect', actionSource: 'connect' });
  return openSignIn({ view: tab === 'log-in' ? 'log-in' : 'sign-up', logIn: logIn !== 'no', actionSource });
}
