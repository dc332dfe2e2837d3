import { addressOf, readAnswer } from '../../../lib/call.ts';
import { suggestionsCall, type Suggestion } from '../contracts/suggestions.ts';

/** Pause after a letter in milliseconds (spec §9, Autocomplete). */
const DELAY = 100;

/** What was asked for last; everything before it is given up. */
export interface Asking {
  /** Asks after the pause, unless something else is asked for before. */
  ask(typed: string): void;
  giveUp(): void;
}

/**
 * Asks the server for suggestions.
 * @param told given the suggestions for what was asked for last, or undefined when they did not come
 */
export function askSuggestions(told: (results: Suggestion[] | undefined) => void): Asking {
  let timer = 0;
  let asked = new AbortController();
  const giveUp = () => {
    clearTimeout(timer);
    asked.abort();
  };
  return {
    giveUp,
    ask(typed) {
      giveUp();
      const { signal } = (asked = new AbortController());
      timer = window.setTimeout(async () => {
        const results = await suggestionsFor(typed, signal).catch(() => undefined);
        if (!signal.aborted) told(results);
      }, DELAY);
    },
  };
}

async function suggestionsFor(searchTerm: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  const response = await fetch(addressOf(suggestionsCall, { searchTerm }), { signal, headers: { accept: 'application/json' } });
  if (!response.ok) return undefined;
  return readAnswer(suggestionsCall, await response.json())?.results;
}
