import { z } from 'zod';
import type { Call } from '../../server/http/endpoint.ts';
import { requireFields, wholeNumber } from '../../server/http/fields.ts';

/** Ids of forums are integers of the database. */
const asked = z.object({ id: wholeNumber(1, 2_147_483_647, 'must be the id of a forum').optional() });

/** `GET /web-api/forum/?id=`: a forum as the search box selects it (spec §3, Forum selection); undefined when there is none. */
export async function answerForum({
  context: { db },
  query,
}: Pick<Call, 'context' | 'query'>): Promise<{ label: string; value: number } | undefined> {
  const { id } = requireFields(query, asked);
  if (id === undefined) return undefined;
  const row = await db.selectFrom('forums').select(['id', 'title']).where('id', '=', id).executeTakeFirst();
  return row && { label: row.title, value: row.id };
}
