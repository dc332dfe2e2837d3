import { cardsAddress, MOST_CARDS } from '../../lib/page-calls.ts';
import { createElement } from '../../ui/create-element.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { hideDeal } from './hide-buttons.ts';
import { storedHidden } from './stored-hidden.ts';
import { syncHidden } from './sync-hidden.ts';

/** Lists the deals that one hides, the last hidden first, each with a button that takes it back. */
export async function listHidden(): Promise<void> {
  await syncHidden({ isPressed: true });
  const list = requiredElement('[data-hidden-list]');
  const more = requiredElement('[data-hidden-more]');
  const none = requiredElement('[data-hidden-none]');
  const { ids } = storedHidden();
  let shown = 0;
  const showMore = async () => {
    const some = ids.slice(shown, (shown += MOST_CARDS));
    list.append(...(await entriesOf(some)));
    more.hidden = shown >= ids.length;
    none.hidden = list.childElementCount > 0;
  };
  more.addEventListener('click', () => void showMore());
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-show-again]');
    const item = button && button.closest('li');
    if (!item) return;
    hideDeal(Number(button.dataset['showAgain']), false);
    const next = (item.nextElementSibling ?? item.previousElementSibling)?.querySelector('button');
    item.remove();
    none.hidden = list.childElementCount > 0;
    (next ?? requiredElement('main')).focus();
  });
  await showMore();
}

/** Deals by their cards, as the site shows them to everybody; those that are gone are left out. */
async function entriesOf(ids: number[]): Promise<HTMLElement[]> {
  if (ids.length === 0) return [];
  const html = await fetch(cardsAddress(ids)).then((response) => (response.ok ? response.text() : ''));
  const page = new DOMParser().parseFromString(html, 'text/html');
  return [...page.querySelectorAll('.deal-card')].flatMap((card) => {
    const link = card.querySelector('.deal-card__title a');
    const id = card.querySelector<HTMLElement>('[data-hide]')?.dataset['hide'];
    return link && id ? [entryOf(id, link, [priceOf(card), textOf(card, '.deal-card__from')].filter(Boolean).join(' at '))] : [];
  });
}

/** The price as it is read out, in one piece. */
const priceOf = (card: Element) => textOf(card, '.price__now .visually-hidden').replace(/^Price (?:was )?/, '');
const textOf = (card: Element, selector: string) => card.querySelector(selector)?.textContent.trim() ?? '';

function entryOf(id: string, link: Element, where: string): HTMLElement {
  const title = link.textContent;
  const attributes = { type: 'button', class: 'button', 'aria-label': `Show again: ${title}`, 'data-show-again': id };
  return createElement(
    'li',
    {},
    createElement('p', {}, createElement('a', { href: link.getAttribute('href') ?? '/' }, title), createElement('span', {}, where)),
    createElement('button', attributes, 'Show again'),
  );
}
