import { readTaxonomyId } from '../../../lib/exact-params.ts';
import { addressOf, readAnswer } from '../../../lib/call.ts';
import { request } from '../../../ui/request.ts';
import { RequestError } from '../../../ui/request-error.ts';
import { forumCall } from '../../deals/contracts/forum.ts';
import { suggestionsCall, type SuggestionsAnswer } from '../contracts/suggestions.ts';
import type { Forum } from './forum.ts';

/** Loads suggestions for a text; undefined when the server answers with an error. @throws when it cannot be reached, or `signal` is aborted */
export async function fetchSuggestions(searchTerm: string, signal: AbortSignal): Promise<SuggestionsAnswer | undefined> {
  try {
    const json = await request(addressOf(suggestionsCall, { searchTerm }), { signal, abortsOlder: true });
    return readAnswer(suggestionsCall, json);
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Loads a forum by id or slug (spec §7); a failure is only logged (spec §8). */
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
