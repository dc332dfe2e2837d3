import { isLongPrice, splitPrice } from '../../lib/money.ts';
import type { DealCounts } from './contracts/deal-details.ts';
import { shownPrice } from './words.ts';

/**
 * Has a deal on a page that stays open say that it expired, or that its price is another one; the compared price, which may not be true any more,
 * goes then.
 * @param deal its card, or its part of its own page
 */
export function showChange(deal: Element, { isExpired, finalPriceText }: Partial<Pick<DealCounts, 'isExpired' | 'finalPriceText'>>): void {
  if (isExpired && !deal.querySelector('.price--expired')) showExpired(deal);
  if (finalPriceText !== undefined) showPrice(deal, shownPrice(finalPriceText));
}

function showExpired(deal: Element): void {
  deal.querySelector('.price')?.classList.add('price--expired');
  const isCard = deal.matches('.deal-card');
  deal.classList.add(isCard ? 'deal-card--expired' : 'deal--expired');
  const state = document.createElement(isCard ? 'strong' : 'p');
  state.className = isCard ? 'deal-card__state' : 'deal__state';
  state.textContent = 'Expired';
  if (isCard) deal.querySelector('.deal-card__store')?.prepend(state, ' ');
  else {
    state.setAttribute('role', 'status');
    deal.querySelector('.deal__title')?.before(state);
  }
}

function showPrice(deal: Element, text: string): void {
  const [words, figures] = deal.querySelectorAll<HTMLElement>('.price__now > span');
  if (!words || !figures) return;
  const [, shown] = /^(?:Price was|Price) (.*?)(?:, was .*)?$/.exec(words.textContent) ?? [];
  const opened = (words.dataset['opened'] ??= shown ?? text);
  if (shown === text) return;
  words.textContent = `Price ${text}, was ${opened} when this page was opened`;
  const { whole, cents, after } = splitPrice(text);
  figures.replaceChildren(whole, ...(cents ? [part('price__cents', cents)] : []), after);
  deal.querySelector('.price')?.classList.toggle('price--long', isLongPrice(text));
  for (const old of deal.querySelectorAll('.price__compared, .price__badge, .price__verdict, .price__changed, .deal__compared'))
    old.remove();
  const changed = part('price__changed', `was ${opened}`);
  changed.ariaHidden = 'true';
  deal.querySelector('.price')?.append(changed);
}

function part(className: string, text: string): HTMLElement {
  const element = document.createElement('span');
  element.className = className;
  element.textContent = text;
  return element;
}
