import { readTaxonomyId } from '../../../lib/exact-params.ts';
import { addressOf, readAnswer } from '../../../lib/call.ts';
import { request } from '../../../ui/request.ts';
import { RequestError } from '../../../ui/request-error.ts';
import { forumCall } from '../../deals/contracts/forum.ts';
import { suggestionsCall, type SuggestionsAnswer } from '../contracts/suggestions.ts';
import type { Forum } from './forum.ts';

/** Suggestions for what is typed; undefined when the server has none to give. @throws when it cannot be reached, or `signal` says stop */
export async function fetchSuggestions(searchTerm: string, signal: AbortSignal): Promise<SuggestionsAnswer | undefined> {
  try {
    const json = await request(addressOf(suggestionsCall, { searchTerm }), { signal, abortsOlder: true });
    return readAnswer(suggestionsCall, json);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Asks what a forum is called (spec §7); a failure is logged and nothing else (spec §8). @param named its id or its slug, as in addresses */
export async function fetchForum(named: string): Promise<Forum | undefined> {
  try {
    const query = readTaxonomyId(named) === undefined ? { slug: named } : { id: named };
    const { label, value } = forumCall.answer.parse(await request(addressOf(forumCall, query)));
    return { label, value: String(value) };
  } catch (error) {
    console.error('Failed to fetch forum data', error);
    return undefined;
  }
}
