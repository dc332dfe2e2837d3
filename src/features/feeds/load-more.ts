import { serverNow } from '../../lib/server-clock.ts';
import { announce } from '../../ui/announce.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { showTimesAgo } from '../shell/times.ts';
import { nameCardButtons } from '../votes/name-buttons.ts';
import { POSTS_ADDED } from '../votes/vote.ts';
import { counted } from '../../lib/counted.ts';
import { CARD_TITLE, keepOpenedCard } from './opened-card.ts';

/** A page of a list, and the first of its cards. */
interface Shown {
  address: string;
  title: string;
  first: Element;
}

/** Milliseconds for a page: what reads slower, or does not come, is left to the browser. */
const TIMEOUT_MS = 15_000;

/** A list holds either deals or offers. */
const OFFER = '.offer-card';

/** The pages that are shown, the one that was loaded first. */
const shown: Shown[] = [];
let isLoading = false;

/**
 * Adds the next page's cards to a list. The address is then that of the page whose cards are in view, so that a reload, Back and
 * a shared link lead to the same cards.
 * @throws when the page does not come, or not in time; the link is then as it was
 */
export async function loadMore(link: HTMLAnchorElement, grid: HTMLElement): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  const label = link.textContent;
  link.setAttribute('aria-disabled', 'true');
  link.textContent = 'Loading…';
  try {
    const response = await fetch(link.href, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) throw new Error(`${link.href} answers ${response.status}`);
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = requiredElement('.pager', page);
    const cards = newCards(grid, requiredElement('.deal-grid', next.parentElement ?? page));
    if (shown.length === 0) watchList(grid);
    grid.append(...cards);
    link.closest('.pager')?.replaceWith(next);
    showTimesAgo(serverNow());
    for (const card of cards) nameCardButtons(card);
    document.dispatchEvent(new Event(POSTS_ADDED));
    // Cards of hidden deals have been removed again.
    const added = cards.filter(({ isConnected }) => isConnected);
    const [first] = added;
    if (first) shown.push({ address: link.href, title: page.title, first });
    first?.querySelector<HTMLElement>(CARD_TITLE)?.focus();
    announce(counted(added.length, grid.querySelector(OFFER) ? 'more offer' : 'more deal'));
    followScrolling();
  } catch (error) {
    // Where the link leads nowhere either, it can be pressed again; so it can when the browser shows this page from its history.
    link.removeAttribute('aria-disabled');
    link.textContent = label;
    throw error;
  } finally {
    isLoading = false;
  }
}

/** Cards that are not in the list yet: new deals move others to the next page, where they would be repeated. */
function newCards(grid: Element, from: Element): Element[] {
  const linkOf = (item: Element) => item.querySelector('a')?.getAttribute('href');
  const there = new Set([...document.querySelectorAll('.opening .deal-grid > *'), ...grid.children].map(linkOf));
  return [...from.children].filter((item) => !there.has(linkOf(item))).map((item) => document.importNode(item, true));
}

function watchList(grid: HTMLElement): void {
  shown.push({ address: location.href, title: document.title, first: grid });
  grid.addEventListener('click', keepOpened);
  let frame = 0;
  addEventListener(
    'scroll',
    () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(followScrolling);
    },
    { passive: true },
  );
}

/** Writes the address of the page whose cards reach the middle of the screen. */
function followScrolling(): void {
  const middle = innerHeight / 2;
  lead(shown.findLast(({ first }) => first.getBoundingClientRect().top <= middle) ?? shown[0]);
}

/** Has Back lead from what is opened to the page that has its card: at the bounds of two pages that need not be the one in the middle. */
function keepOpened({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element) || !target.closest('a')) return;
  const card = target.closest('.deal-grid > *');
  const page =
    card && shown.findLast(({ first }) => first === card || first.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING);
  if (!page) return;
  lead(page);
  keepOpenedCard(card, page.address);
}

function lead(page: Shown | undefined): void {
  if (!page || page.address === location.href) return;
  history.replaceState(history.state, '', page.address);
  document.title = page.title;
  // A later page contains only its own cards when it is reloaded, so the scroll position in the whole list would be past its end.
  history.scrollRestoration = page === shown[0] ? 'auto' : 'manual';
}
