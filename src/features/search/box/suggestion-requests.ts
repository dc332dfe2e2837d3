import { addressOf, readAnswer } from '../../../lib/call.ts';
import { suggestionsCall, type Suggestion } from '../contracts/suggestions.ts';

/** Pause after a letter in milliseconds (spec §9, Autocomplete). */
const DELAY = 100;

/** Requests of which only the last one counts. */
export interface SuggestionRequests {
  /** Sends a request after the pause, in place of the one before. */
  send(typed: string): void;
  cancel(): void;
}

/**
 * Requests suggestions from the server.
 * @param onResults called with the suggestions for the last request, or with undefined when it failed
 */
export function suggestionRequests(onResults: (results: Suggestion[] | undefined) => void): SuggestionRequests {
  let timer = 0;
  let controller = new AbortController();
  const cancel = () => {
    clearTimeout(timer);
    controller.abort();
  };
  return {
    cancel,
    send(typed) {
      cancel();
      const { signal } = (controller = new AbortController());
      timer = window.setTimeout(async () => {
        const results = await suggestionsFor(typed, signal).catch(() => undefined);
        if (!signal.aborted) onResults(results);
      }, DELAY);
    },
  };
}

async function suggestionsFor(searchTerm: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  const response = await fetch(addressOf(suggestionsCall, { searchTerm }), { signal, headers: { accept: 'application/json' } });
  if (!response.ok) return undefined;
  return readAnswer(suggestionsCall, await response.json())?.results;
}
