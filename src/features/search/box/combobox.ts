import type { Suggestion } from '../contracts/suggestions.ts';
import { hasWords } from './matched-parts.ts';
import { forgetSearch, forgetSearches, recentSearches } from './recent-searches.ts';
import { addressOf, groupsOf } from './suggestion.ts';
import { SuggestionList } from './suggestion-list.ts';
import { suggestionRequests } from './suggestion-requests.ts';

/** Below the tablet breakpoint the list shows whatever is typed (spec §2). */
const MOBILE = '(max-width: 767.98px)';

/** The list of a search box with what it shows. */
export interface Combobox {
  list: SuggestionList;
  /** Shows what fits the text as it is now, where that is due. */
  refresh(): void;
  close(): void;
  /** Removes one of the visitor's own searches; the active option keeps its place. */
  removeRecent(phrase: string): void;
  clearRecent(): void;
}

/** @param minimum from how many letters on the box suggests */
export function createCombobox(box: HTMLFormElement, text: HTMLInputElement, minimum: number): Combobox {
  const list = new SuggestionList(box, text);
  const mobile = matchMedia(MOBILE);
  const typed = () => text.value.trim();
  let results: Suggestion[] = [];
  let isAnswered = false;

  const show = () => {
    const recent = recentSearches().filter((phrase) => hasWords(phrase, typed()));
    const groups = groupsOf(recent, results);
    if (groups.length === 0 && !mobile.matches) return list.hide();
    const fields = new URLSearchParams(
      [...new FormData(box)].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
    );
    list.show(groups, typed(), (option) => addressOf(option, fields, box.action), isAnswered);
  };
  const requests = suggestionRequests((found) => {
    results = found ?? [];
    isAnswered = found !== undefined;
    show();
  });
  const close = () => {
    requests.cancel();
    results = [];
    list.hide();
  };
  return {
    list,
    close,
    refresh() {
      if (typed().length < minimum && !mobile.matches) return close();
      // What no longer fits goes at once; what fits now comes with the answer.
      results = results.filter(({ phrase, username }) => hasWords(username ?? phrase, typed()));
      isAnswered = false;
      show();
      requests.send(typed());
    },
    removeRecent(phrase) {
      const { place } = list;
      forgetSearch(phrase);
      show();
      if (place >= 0) list.activate(place);
    },
    clearRecent() {
      forgetSearches();
      show();
    },
  };
}
