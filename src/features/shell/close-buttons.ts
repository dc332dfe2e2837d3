import { CLOSED, hideClosed } from './closable.ts';
import { writePair } from './cookies.ts';

/** Lets what is `data-closable` be closed for good, in all tabs at once. */
export function watchCloseButtons(): void {
  // Other browsers report changed cookies, to `watchClosed`, which has no room for this: it is part of the first script of every page.
  if (!('cookieStore' in window)) addEventListener('focus', hideClosed);
  addEventListener('click', ({ target }) => {
    const closable = target instanceof Element && target.closest('[data-close]')?.closest<HTMLElement>('[data-closable]');
    if (!closable) return;
    writePair('sd_p', `${CLOSED}${closable.dataset['closable']}`, '1');
    hideClosed();
  });
}
