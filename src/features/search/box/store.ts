import { map, type ReadableAtom } from 'nanostores';
import type { SuggestionsAnswer } from '../contracts/suggestions.ts';
import { fetchForum } from './client.ts';
import type { Forum } from './forum.ts';
import { hasWords } from './matched-parts.ts';
import { removeSearch, clearSearches, recentSearches } from './recent-searches.ts';
import { suggestionRequests } from './suggestion-requests.ts';
import { groupsOf, searchFor, type Group, type Option } from './suggestion.ts';
import { counted } from '../../../lib/counted.ts';

export interface SearchBoxState {
  /** The text that the list was last loaded for, trimmed. */
  typed: string;
  open: boolean;
  groups: Group[];
  /** Index of the active option across all groups; -1 when there is none. */
  active: number;
  /** Whether the server has answered for the typed text. */
  answered: boolean;
  /** Announced to screen readers. */
  announcement: string;
  /** Forum that the search is within. */
  forum: Forum | undefined;
}

/** A search box with its list of suggestions. */
export interface SearchBox {
  $state: ReadableAtom<SearchBoxState>;
  /** Shows the suggestions for a text, if the list should be open. */
  refresh(text: string): void;
  close(): void;
  /** Makes the next or previous option active, wrapping around at the ends. */
  move(step: 1 | -1): void;
  /** Makes the option with this index active; -1, or an index past the end, means the last one. */
  activate(place: number): void;
  /** Removes a recent search; the index of the active option stays. */
  removeRecent(phrase: string): void;
  clearRecent(): void;
  /** Restricts the search to a forum, once its name is loaded. */
  enterForum(named: string): Promise<void>;
  leaveForum(): void;
}

interface Settings {
  /** Least number of letters for suggestions. */
  minimum: number;
  forum: Forum | undefined;
  /** Whether the list is open for any text, as on phones (spec §2). */
  alwaysOpens: () => boolean;
}

/** Shown by an empty list, such as on a phone before the server has answered. */
export const HINT = 'Search for a product, a store or a brand.';

const NOTHING: SuggestionsAnswer = { results: [] };

/** The options of a box in the order of the list. */
export const optionsOf = ({ groups }: Pick<SearchBoxState, 'groups'>): Option[] => groups.flatMap(({ options }) => options);

export const activeOption = (state: SearchBoxState): Option | undefined => optionsOf(state)[state.active];

export function openSearchBox({ minimum, forum, alwaysOpens }: Settings): SearchBox {
  const $state = map<SearchBoxState>({ typed: '', open: false, groups: [], active: -1, answered: false, announcement: '', forum });
  let found = NOTHING;
  const change = (to: Partial<SearchBoxState>) => $state.set({ ...$state.get(), ...to });
  // The options stay where they are: one of them may be the link that is being followed.
  const hide = () => change({ open: false, active: -1, announcement: '' });

  const show = (answered: boolean) => {
    const { typed, announcement } = $state.get();
    const groups = groupsOf(
      recentSearches().filter((phrase) => hasWords(phrase, typed)),
      found,
    );
    if (groups.length === 0 && !alwaysOpens()) return hide();
    const count = optionsOf({ groups }).length;
    change({
      groups: typed === '' ? groups : [...groups, searchFor(typed)],
      answered,
      open: true,
      active: -1,
      announcement: answered ? announcementOf(typed, count) : announcement,
    });
  };
  const requests = suggestionRequests((answer) => {
    found = answer ?? NOTHING;
    show(answer !== undefined);
  });
  const close = () => {
    requests.cancel();
    found = NOTHING;
    hide();
  };
  const activate = (place: number) => {
    const last = optionsOf($state.get()).length - 1;
    if (last >= 0) change({ active: place < 0 ? last : Math.min(place, last) });
  };

  return {
    $state,
    close,
    activate,
    refresh(text) {
      const typed = text.trim();
      if (typed.length < minimum && !alwaysOpens()) return close();
      // What no longer fits goes at once; what fits now comes with the answer.
      found = {
        results: found.results.filter(({ phrase, username }) => hasWords(username ?? phrase, typed)),
        deals: found.deals?.filter(({ title }) => hasWords(title, typed)),
        offers: found.offers?.filter(({ title }) => hasWords(title, typed)),
        links: typed === '' ? found.links : [],
      };
      change({ typed });
      show(false);
      requests.send(typed);
    },
    move(step) {
      const { active, groups } = $state.get();
      const from = active >= 0 ? active : step > 0 ? -1 : 0;
      activate((from + step) % optionsOf({ groups }).length);
    },
    removeRecent(phrase) {
      const { active, answered } = $state.get();
      removeSearch(phrase);
      show(answered);
      if (active >= 0) activate(active);
    },
    clearRecent() {
      clearSearches();
      show($state.get().answered);
    },
    async enterForum(named) {
      const found = await fetchForum(named);
      if (found) change({ forum: found });
    },
    leaveForum: () => change({ forum: undefined }),
  };
}

function announcementOf(typed: string, count: number): string {
  if (count === 0) return typed === '' ? HINT : 'No suggestions';
  return counted(count, 'suggestion');
}
