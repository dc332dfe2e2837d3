import { z } from 'zod';
import { json, type Call } from '../../../server/http/endpoint.ts';
import { Fault } from '../../../server/http/fault.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { suggest } from './suggest.server.ts';

/** The same for everybody, and what is published shows within a second. */
const asked = z.object({ searchTerm: z.string({ error: 'must be given once' }).default('') });

const KEPT = 'public, max-age=30';

/** `GET /web-api/search/autocomplete/?searchTerm=` (contract.md): `{results}`, whatever is typed. */
export async function answerAutocomplete({ context, query, network }: Pick<Call, 'context' | 'query' | 'network'>): Promise<Response> {
  const { searchTerm } = requireFields(query, asked);
  const seconds = context.networkLimits.take('autocomplete', network);
  if (seconds > 0) throw new Fault(429, 'Please type on in a moment.', { 'Retry-After': String(seconds) });
  return json({ results: await suggest(context, searchTerm) }, 200, { 'Cache-Control': KEPT });
}
