import { readId } from '../../lib/exact-params.ts';
import type { Call } from '../../server/http/endpoint.ts';
import { visibleComments } from '../posts/visible-comments.server.ts';
import type { SourceAnswer } from './contracts/source.ts';

/** `GET /comments/source/{id}`: a shown comment as it was typed, to quote or to edit. */
export async function answerSource({ context: { db }, params }: Call): Promise<SourceAnswer | undefined> {
  const id = readId(params['id'] ?? '');
  if (id === undefined) return undefined;
  const found = await visibleComments(db).select('c.body').where('c.post_id', '=', id).executeTakeFirst();
  return found && { message: found.body };
}
