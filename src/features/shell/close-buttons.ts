import { CLOSED, hideClosed } from './closable.ts';
import { writePair } from './cookies.ts';

/** Makes `data-closable` elements closable permanently, in all tabs at once. */
export function watchCloseButtons(): void {
  // For browsers without `cookieStore`. It is not in `watchClosed`, because that is part of the first script of every page and must be
  // small.
  if (!('cookieStore' in window)) addEventListener('focus', hideClosed);
  addEventListener('click', ({ target }) => {
    const closable = target instanceof Element && target.closest('[data-close]')?.closest<HTMLElement>('[data-closable]');
    if (!closable) return;
    writePair('sd_p', `${CLOSED}${closable.dataset['closable']}`, '1');
    hideClosed();
  });
}
