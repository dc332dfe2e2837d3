import type { Context } from '../../../server/context.ts';
import { json, type Call } from '../../../server/http/endpoint.ts';
import { Fault } from '../../../server/http/fault.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { suggestionsCall, type SuggestionsAnswer } from '../contracts/suggestions.ts';
import { suggestDeals } from './deals.server.ts';
import { suggestLinks } from './links.server.ts';
import { suggestOffers } from './offers.server.ts';
import { suggest } from './suggest.server.ts';
import { typedWords } from './typed-words.ts';

/** The same for everybody, and what is published shows within a second. */
const KEPT = 'public, max-age=30';

/** `GET /web-api/search/autocomplete/?searchTerm=` (contract.md): `{results}`, with deals and offers of those words or, for none, with links; whatever is typed. */
export async function answerAutocomplete({ context, query, network }: Pick<Call, 'context' | 'query' | 'network'>): Promise<Response> {
  const { searchTerm } = requireFields(query, suggestionsCall.query);
  const seconds = context.networkLimits.take('autocomplete', network);
  if (seconds > 0) throw new Fault(429, 'Too many searches. Please wait a moment.', { 'Retry-After': String(seconds) });
  return json(await answerTo(context, searchTerm), 200, { 'Cache-Control': KEPT });
}

async function answerTo(context: Context, text: string): Promise<SuggestionsAnswer> {
  const results = await suggest(context, text);
  if (typedWords(text).length === 0) return { results, links: await suggestLinks(context.db) };
  const [deals, offers] = await Promise.all([suggestDeals(context, text, results), suggestOffers(context.db, text, results)]);
  return { results, deals, offers };
}
