import { cardsAddress, MOST_CARDS } from '../../lib/page-calls.ts';
import { createElement } from '../../ui/create-element.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { hideDeal } from './hide-buttons.ts';
import { storedHidden } from './stored-hidden.ts';
import { syncHidden } from './sync-hidden.ts';

/** Lists the deals that one hides, the last hidden first, each with a button that takes it back; what cannot be loaded is offered again. */
export async function listHidden(): Promise<void> {
  const list = requiredElement('[data-hidden-list]');
  const more = requiredElement('[data-hidden-more]');
  const none = requiredElement('[data-hidden-none]');
  const failed = requiredElement('[data-hidden-failed]');
  let left: number[] | undefined;
  const showMore = async () => {
    try {
      left ??= await loadIds();
      const some = left.slice(0, MOST_CARDS);
      list.append(...(await entriesOf(some)));
      left = left.slice(some.length);
      failed.hidden = true;
      more.hidden = left.length === 0;
      more.textContent = 'Show more';
    } catch (error) {
      console.warn('Hidden deals could not be shown', error);
      failed.hidden = more.hidden = false;
      more.textContent = 'Try again';
    }
    showNone();
  };
  const showNone = () => (none.hidden = list.childElementCount > 0 || !more.hidden);
  let loading: Promise<void> | undefined;
  more.addEventListener('click', () => void (loading ??= showMore().finally(() => (loading = undefined))));
  list.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-show-again]');
    const item = button && button.closest('li');
    if (!item) return;
    hideDeal(Number(button.dataset['showAgain']), false);
    const next = (item.nextElementSibling ?? item.previousElementSibling)?.querySelector('button');
    item.remove();
    showNone();
    (next ?? requiredElement('main')).focus();
  });
  await showMore();
}

/** The deals that one hides. @throws Error where the account's were never read in this browser, and none were hidden in it */
async function loadIds(): Promise<number[]> {
  await syncHidden({ isPressed: true });
  const { ids, syncedAt } = storedHidden();
  if (ids.length === 0 && syncedAt === 0 && mayBeMember()) throw new Error('the hidden deals of the account could not be read');
  return ids;
}

/** Deals by their cards, as the site shows them to everybody; those that are gone are left out. @throws Error where they cannot be loaded */
async function entriesOf(ids: number[]): Promise<HTMLElement[]> {
  if (ids.length === 0) return [];
  const response = await fetch(cardsAddress(ids));
  if (!response.ok) throw new Error(`the cards were answered ${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
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
