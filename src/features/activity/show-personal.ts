import { cardsAddress } from '../../lib/page-calls.ts';
import { serverNow } from '../../lib/server-clock.ts';
import { requiredElement } from '../../ui/required-element.ts';
import { storedHidden } from '../hidden-deals/stored-hidden.ts';
import { mayBeMember } from '../session/signed-in.ts';
import { showTimesAgo } from '../shell/times.ts';
import { nameCardButtons } from '../votes/name-buttons.ts';
import { POSTS_ADDED } from '../votes/vote.ts';
import { interestsOf, NO_ACTIVITY } from './activity.ts';
import { clearActivity, setActivityEnabled, storedActivity } from './stored-activity.ts';
import { MOST_INTERESTS, visitedPath, pickDeals, reasonFor, type PickedDeal } from './pick-deals.ts';

/** The state of the part, which `activity-first.js` initializes. */
const state = document.documentElement.dataset;

let hasBegun = false;

/** Fills the part of "For you" that this browser picks, and lets its user delete the activity that it is picked by. */
export function showPersonal(): void {
  if (hasBegun) return;
  hasBegun = true;
  const section = requiredElement('.personal');
  const onClick = (selector: string, act: () => void) =>
    requiredElement(selector, section).addEventListener('click', () => {
      act();
      state['personal'] = storedActivity() ? 'empty' : 'off';
      requiredElement('[data-personal-deals]', section).replaceChildren();
      section.style.minHeight = '';
      requiredElement('h2', section).focus();
    });
  onClick('[data-personal-forget]', clearActivity);
  onClick('[data-personal-off]', () => setActivityEnabled(false));
  onClick('[data-personal-on]', () => setActivityEnabled(true));
  // Whether the browser objects (`browserObjects`) is not checked earlier, to keep the first script small.
  if (!storedActivity()) state['personal'] = 'off';
  else if (state['personal'] === 'loading') void fill(section);
}

async function fill(section: HTMLElement): Promise<void> {
  const interests = interestsOf(storedActivity() ?? NO_ACTIVITY, Date.now(), MOST_INTERESTS);
  const picks = await pickDeals(interests, new Set(storedHidden().ids));
  const cards = picks.length > 0 ? await cardsOf(picks) : undefined;
  // The activity may have been deleted meanwhile.
  if (state['personal'] !== 'loading') return;
  // Content below must not move, because the user may be reading it.
  section.style.minHeight = `${section.getBoundingClientRect().height}px`;
  addEventListener('resize', () => (section.style.minHeight = ''), { once: true });
  if (cards) requiredElement('[data-personal-deals]', section).replaceChildren(cards);
  state['personal'] = cards ? 'shown' : 'nothing';
  showTimesAgo(serverNow());
  nameCardButtons(section);
  document.dispatchEvent(new Event(POSTS_ADDED));
}

/** The cards of deals as the site makes them, each with why it is shown; undefined when there are none. */
async function cardsOf(picks: PickedDeal[]): Promise<Element | undefined> {
  // For members, the cache is revalidated, so that their own votes show at once.
  const html = await fetch(cardsAddress(picks.map(({ id }) => id)), { cache: mayBeMember() ? 'no-cache' : 'default' })
    .then((response) => (response.ok ? response.text() : ''))
    .catch(() => '');
  const made = document.createElement('div');
  made.innerHTML = html;
  const grid = made.querySelector('.deal-grid');
  const items = [...(grid?.children ?? [])];
  for (const item of items) {
    const [, id] = /^\/f\/(\d+)/.exec(item.querySelector('a')?.getAttribute('href') ?? '') ?? [];
    const pick = picks.find((one) => one.id === Number(id));
    item.classList.add('personal__item');
    if (pick) item.append(whyOf(pick));
  }
  return items.length > 0 ? (grid ?? undefined) : undefined;
}

function whyOf({ reason }: PickedDeal): HTMLElement {
  const { words, name } = reasonFor(reason);
  const why = document.createElement('p');
  why.className = 'personal__why';
  const link = document.createElement('a');
  link.href = visitedPath(reason);
  link.textContent = name;
  why.append(`${words} `, link);
  return why;
}
