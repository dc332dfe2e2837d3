import { isLongPrice, splitPrice } from '../../lib/money.ts';
import type { DealCounts } from './contracts/deal-details.ts';
import { commentsOn, shownPrice } from './words.ts';

/** Elements that describe the price that the page was opened with. */
const OF_PRICE = '.price__compared, .price__badge, .price__verdict, .price__changed, [data-of-price]';

/**
 * Shows on an open page that a deal has expired, is available again, or has another price. With another price, the comparison prices are
 * removed, because they may no longer be true.
 * @param deal its card, or its part of its own page
 */
export function showChange(deal: Element, { isExpired, finalPriceText }: Partial<Pick<DealCounts, 'isExpired' | 'finalPriceText'>>): void {
  if (isExpired !== undefined && isExpired !== (deal.querySelector('.price--expired') !== null)) showState(deal, isExpired);
  if (finalPriceText !== undefined) showPrice(deal, shownPrice(finalPriceText));
}

/** Updates the number of comments on a card of an open page, and announces it to screen readers. */
export function showCommentCount(card: Element, count: number): void {
  const figure = card.querySelector('.deal-card__comments svg')?.nextSibling;
  const words = card.querySelector('.deal-card__comments .visually-hidden');
  if (figure) figure.nodeValue = String(count);
  if (words) words.textContent = commentsOn(count, card.querySelector('.deal-card__title')?.textContent ?? '');
}

function showState(deal: Element, isExpired: boolean): void {
  const isCard = deal.matches('.deal-card');
  deal.querySelector('.price')?.classList.toggle('price--expired', isExpired);
  // What screen readers say of the price, as `Price.astro` writes it.
  const words = deal.querySelector('.price__now > .visually-hidden');
  if (words) words.textContent = words.textContent.replace(/^Price(?: was)?/, isExpired ? 'Price was' : 'Price');
  deal.classList.toggle(isCard ? 'deal-card--expired' : 'deal--expired', isExpired);
  for (const before of deal.querySelectorAll('.deal-card__state, .deal__state')) before.remove();
  if (!isCard) {
    const state = part('deal__state', isExpired ? 'Expired' : 'Available again', 'p');
    state.classList.toggle('deal__state--again', !isExpired);
    state.role = 'status';
    deal.querySelector('.deal__title')?.before(state);
  } else if (isExpired) deal.querySelector('.deal-card__store')?.prepend(part('deal-card__state', 'Expired', 'strong'), ' ');
}

function showPrice(deal: Element, text: string): void {
  const [words, figures] = deal.querySelectorAll<HTMLElement>('.price__now > span');
  if (!words || !figures) return;
  const [, shown] = /^(?:Price was|Price) (.*?)(?:, was .*)?$/.exec(words.textContent) ?? [];
  const opened = (words.dataset['opened'] ??= shown ?? text);
  if (shown === text) return;
  const isOther = text !== opened;
  words.textContent = isOther ? `Price ${text}, was ${opened} when this page was opened` : `Price ${text}`;
  const { whole, cents, after } = splitPrice(text);
  figures.replaceChildren(whole, ...(cents ? [part('price__cents', cents)] : []), after);
  deal.querySelector('.price')?.classList.toggle('price--long', isLongPrice(text));
  for (const old of deal.querySelectorAll(OF_PRICE)) old.remove();
  if (isOther) {
    const changed = part('price__changed', `was ${opened}`);
    changed.ariaHidden = 'true';
    deal.querySelector('.price')?.append(changed);
  }
  // On phones it is in the bar of the page as well.
  const bar = deal.matches('.deal') && document.querySelector('.deal-bar__price');
  if (bar) bar.textContent = text;
}

function part(className: string, text: string, tag: 'span' | 'strong' | 'p' = 'span'): HTMLElement {
  const element = document.createElement(tag);
  element.className = className;
  element.textContent = text;
  return element;
}
