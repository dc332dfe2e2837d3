import type { Suggestion } from '../contracts/suggestions.ts';
import { requiredElement } from '../../../ui/required-element.ts';
import { askSuggestions } from './ask-suggestions.ts';
import { actOf, type Act } from './keys.ts';
import { hasWords } from './matched-parts.ts';
import { forgetSearch, forgetSearches, recentSearches } from './recent-searches.ts';
import { tellSeenHeight } from './seen-height.ts';
import { addressOf, groupsOf } from './suggestion.ts';
import { SuggestionList } from './suggestion-list.ts';

/** Below the tablet breakpoint the list shows whatever is typed (spec §2). */
const MOBILE = '(max-width: 767.98px)';

/** The keyboards of these phones compose every word; elsewhere only signs are composed, which are nothing until they are done. */
const COMPOSES_WORDS = /Android/.test(navigator.userAgent);

/** What others do with the list. */
export interface Suggesting {
  /** Shows what fits the text as it is now, where that is due. */
  refresh(): void;
  close(): void;
}

/**
 * Has the box suggest while somebody types.
 * @param minimum from how many letters on
 * @param search searches for a keyword
 */
export function suggestIn(box: HTMLFormElement, text: HTMLInputElement, minimum: number, search: (phrase: string) => void): Suggesting {
  const list = new SuggestionList(box, text);
  const mobile = matchMedia(MOBILE);
  const typed = () => text.value.trim();
  let results: Suggestion[] = [];
  let answered = false;

  const show = () => {
    const groups = groupsOf(
      recentSearches().filter((phrase) => hasWords(phrase, typed())),
      results,
    );
    if (groups.length === 0 && !mobile.matches) return list.hide();
    const fields = new URLSearchParams(new FormData(box) as unknown as Record<string, string>);
    list.show(groups, typed(), (option) => addressOf(option, fields, box.action), answered);
  };
  const asking = askSuggestions((found) => {
    results = found ?? [];
    answered = found !== undefined;
    show();
  });
  const close = () => {
    asking.giveUp();
    results = [];
    list.hide();
  };
  const refresh = () => {
    if (typed().length < minimum && !mobile.matches) return close();
    // What no longer fits goes at once; what fits now comes with the answer.
    results = results.filter(({ phrase, username }) => hasWords(username ?? phrase, typed()));
    answered = false;
    show();
    asking.ask(typed());
  };
  const forget = (phrase: string) => {
    const { place } = list;
    forgetSearch(phrase);
    show();
    if (place >= 0) list.activate(place);
  };

  const acts: Record<Act, () => void> = {
    next: () => (list.open ? list.move(1) : refresh()),
    previous: () => (list.open ? list.move(-1) : refresh()),
    first: () => list.activate(0),
    last: () => list.activate(-1),
    follow: () => list.active?.link.click(),
    remove: () => list.active && forget(list.active.option.phrase),
    close,
    clear: () => (text.value = ''),
    leave: close,
  };
  text.addEventListener('keydown', (event) => {
    const { open, active } = list;
    const act = actOf(event, { open, active: active !== undefined, removable: active?.option.recent === true, filled: text.value !== '' });
    if (!act) return;
    if (act !== 'leave') event.preventDefault();
    acts[act]();
  });
  text.addEventListener('input', (event) => {
    if (!event.isComposing || COMPOSES_WORDS) refresh();
  });
  text.addEventListener('compositionend', refresh);
  text.addEventListener('click', () => list.open || refresh());
  openOnFocus(text, refresh);
  tellSeenHeight(list.panel);

  list.panel.addEventListener('mousedown', (event) => event.preventDefault());
  list.panel.addEventListener('click', (event) => {
    const target = event.target as Element;
    const removed = target.closest<HTMLElement>('[data-remove]')?.dataset['remove'];
    if (removed !== undefined) return forget(removed);
    if (target.closest('[data-clear-recent]')) {
      forgetSearches();
      return show();
    }
    const link = target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const option = list.optionOf(link);
    close();
    if (option?.query_intent !== 'keyword') return;
    event.preventDefault();
    search(option.phrase);
  });
  requiredElement('[data-cancel]', box).addEventListener('click', () => {
    close();
    text.blur();
  });
  document.addEventListener('pointerdown', (event) => box.contains(event.target as Node) || close());
  return { refresh, close };
}

/** Coming back to the window is no new focus: what was closed stays closed. */
function openOnFocus(text: HTMLInputElement, open: () => void): void {
  let left = true;
  text.addEventListener('blur', () => (left = document.activeElement !== text));
  text.addEventListener('focus', () => left && open());
  if (document.activeElement === text) open();
}
