import type { SuggestionsAnswer } from '../contracts/suggestions.ts';
import { fetchSuggestions } from './client.ts';

/** Debounce interval in milliseconds (spec §9, Autocomplete). */
const DELAY = 100;

/** Debounced requests; only the answer to the last one is used. */
interface SuggestionRequests {
  /** Sends a request after the pause, in place of the one before. */
  send(typed: string): void;
  cancel(): void;
}

/**
 * Requests suggestions from the server.
 * @param onAnswer called with what the server suggests for the last request, or with undefined when it failed
 */
export function suggestionRequests(onAnswer: (answer: SuggestionsAnswer | undefined) => void): SuggestionRequests {
  let timer: ReturnType<typeof setTimeout> | undefined;
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
      timer = setTimeout(async () => {
        const answer = await fetchSuggestions(typed, signal).catch(() => undefined);
        if (!signal.aborted) onAnswer(answer);
      }, DELAY);
    },
  };
}
