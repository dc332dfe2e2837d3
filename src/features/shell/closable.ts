import { readPairs, writePair } from './cookies.ts';

/** Keys in `sd_p` of what was closed for good; `theme-first.js` knows them, too. */
const CLOSED = 'closed-';

/** Lets what is `data-closable` be closed for good, in all tabs at once. */
export function watchClosable(): void {
  addEventListener('click', ({ target }) => {
    const closable = target instanceof Element && target.closest('[data-close]')?.closest<HTMLElement>('[data-closable]');
    if (!closable) return;
    writePair('sd_p', `${CLOSED}${closable.dataset['closable']}`, '1');
    hideClosed();
  });
  if ('cookieStore' in window) cookieStore.addEventListener('change', hideClosed);
}

function hideClosed(): void {
  for (const key of readPairs(document.cookie, 'sd_p').keys())
    if (key.startsWith(CLOSED)) document.documentElement.classList.add(`is-${key}`);
}
