import { z } from 'zod';
import { json, type Call } from '../../../server/http/endpoint.ts';
import { requireFields } from '../../../server/http/fields.ts';
import { suggest } from './suggest.server.ts';

/** The same for everybody, and what is published shows within a second. */
const asked = z.object({ searchTerm: z.string({ error: 'must be given once' }).default('') });

const KEPT = 'public, max-age=30';

/** `GET /web-api/search/autocomplete/?searchTerm=` (contract.md): `{results}`, whatever is typed. */
export async function answerAutocomplete({ context, query }: Pick<Call, 'context' | 'query'>): Promise<Response> {
  return json({ results: await suggest(context, requireFields(query, asked).searchTerm) }, 200, { 'Cache-Control': KEPT });
}
