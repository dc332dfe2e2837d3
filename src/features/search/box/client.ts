import { addressOf, readAnswer } from '../../../lib/call.ts';
import { forumCall } from '../../deals/contracts/forum.ts';
import { suggestionsCall, type Suggestion } from '../contracts/suggestions.ts';
import type { Forum } from './forum.ts';

const HEADERS = { accept: 'application/json' };

/** Suggestions for what is typed; undefined when the server has none to give. @throws when it cannot be reached, or `signal` says stop */
export async function fetchSuggestions(searchTerm: string, signal: AbortSignal): Promise<Suggestion[] | undefined> {
  const response = await fetch(addressOf(suggestionsCall, { searchTerm }), { signal, headers: HEADERS });
  if (!response.ok) return undefined;
  return readAnswer(suggestionsCall, await response.json())?.results;
}

/** Asks what a forum is called (spec §7); a failure is logged and nothing else (spec §8). */
export async function fetchForum(id: string): Promise<Forum | undefined> {
  try {
    const response = await fetch(addressOf(forumCall, { id }), { headers: HEADERS });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { label, value } = forumCall.answer.parse(await response.json());
    return { label, value: String(value) };
  } catch (error) {
    console.error('Failed to fetch forum data', error);
    return undefined;
  }
}
