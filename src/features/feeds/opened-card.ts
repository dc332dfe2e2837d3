import { isRecord } from '../../lib/is-record.ts';

/** The link of a card, of a deal's or an offer's. */
export const CARD_TITLE = ':is(.deal-card__title, .offer-card__title) a';

/** Keeps, in the entry of the browser's history, which card is opened, and where on the screen it is. */
export function keepOpenedCard(card: Element, address: string): void {
  const href = card.querySelector(CARD_TITLE)?.getAttribute('href');
  history.replaceState({ opened: { href, top: card.getBoundingClientRect().top } }, '', address);
}

/**
 * Shows the card that was opened where it was, on a page that the browser loads anew: it knows how far a longer list was scrolled, and is told
 * not to go by that (`load-more.ts`).
 */
export function showOpenedCard(): void {
  const state: unknown = history.state;
  if (history.scrollRestoration === 'auto') return;
  // Once it is loaded, the browser knows the way about this page.
  const release = () => requestAnimationFrame(() => (history.scrollRestoration = 'auto'));
  if (document.readyState === 'complete') release();
  else addEventListener('load', release);
  if (!isRecord(state) || !isRecord(state['opened'])) return;
  const { href, top } = state['opened'];
  const link = [...document.querySelectorAll(`.deal-grid ${CARD_TITLE}`)].find((each) => each.getAttribute('href') === href);
  const card = link?.closest('.deal-grid > *');
  if (card && typeof top === 'number') scrollBy({ top: card.getBoundingClientRect().top - top, behavior: 'instant' });
}
