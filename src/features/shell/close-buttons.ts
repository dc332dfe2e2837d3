import { CLOSED, hideClosed } from './closable.ts';
import { writePair } from './cookies.ts';
import { watchCookies } from './watch-cookies.ts';

/** Lets what is `data-closable` be closed for good, in all tabs at once. */
export function watchCloseButtons(): void {
  // For browsers that do not tell of cookies, too.
  watchCookies(hideClosed);
  addEventListener('click', ({ target }) => {
    const closable = target instanceof Element && target.closest('[data-close]')?.closest<HTMLElement>('[data-closable]');
    if (!closable) return;
    writePair('sd_p', `${CLOSED}${closable.dataset['closable']}`, '1');
    hideClosed();
  });
}
