import { json, type Call } from '../../../server/http/endpoint.ts';
import { Fault } from '../../../server/http/fault.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { suggestionsCall, type SuggestionsAnswer } from '../contracts/suggestions.ts';
import { suggest } from './suggest.server.ts';

/** The same for everybody, and what is published shows within a second. */
const KEPT = 'public, max-age=30';

/** `GET /web-api/search/autocomplete/?searchTerm=` (contract.md): `{results}`, whatever is typed. */
export async function answerAutocomplete({ context, query, network }: Pick<Call, 'context' | 'query' | 'network'>): Promise<Response> {
  const { searchTerm } = requireFields(query, suggestionsCall.query);
  const seconds = context.networkLimits.take('autocomplete', network);
  if (seconds > 0) throw new Fault(429, 'Please type on in a moment.', { 'Retry-After': String(seconds) });
  const answer: SuggestionsAnswer = { results: await suggest(context, searchTerm) };
  return json(answer, 200, { 'Cache-Control': KEPT });
}
