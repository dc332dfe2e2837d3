import { storedActivity } from './stored-activity.ts';
import { lastVisit } from './visits.ts';

/** The lists of a feed: its opening row, and what it holds. */
const FEED = ['.opening', '.feed-bar:has(#items) ~ .deal-grid'];

/** Marks the deals of a feed that were posted since the last visit, and says how many they are; called again when there are more. */
export function markNewDeals(): void {
  const bar = document.querySelector('.feed-bar:has(#items)');
  const since = bar && lastVisit(storedActivity()?.visits, Date.now());
  if (!since) return;
  const cards = [...document.querySelectorAll(FEED.map((list) => `${list} .deal-card:not(.deal-card--expired)`).join())];
  const added = cards.filter((card) => Date.parse(card.querySelector('time')?.dateTime ?? '') > since);
  for (const card of added) if (!card.matches('.deal-card--new')) mark(card);
  if (added.length === 0) return;
  // If all deals of the page are new, the next page may have more.
  const more = added.length === cards.length && document.querySelector('.pager [rel="next"]') !== null;
  for (const note of document.querySelectorAll('.feed-bar__new, .feed-head__new')) note.remove();
  const words = `${added.length}${more ? '+' : ''} new`;
  // The note is added in two places, and styles show the one that has space.
  bar.querySelector('h2')?.after(noteOf('feed-bar__new', words));
  (document.querySelector('.opening h2') ?? document.querySelector('.feed-head > p:last-child'))?.append(noteOf('feed-head__new', words));
}

function mark(card: Element): void {
  card.classList.add('deal-card--new');
  const words = document.createElement('span');
  words.className = 'visually-hidden';
  words.textContent = 'New since your last visit. ';
  card.querySelector('.deal-card__title')?.prepend(words);
}

function noteOf(name: string, words: string): HTMLElement {
  const note = document.createElement('span');
  note.className = name;
  const since = document.createElement('span');
  since.textContent = ' since your last visit';
  note.append(words, since);
  return note;
}
