import type { Call } from '../../server/http/endpoint.ts';
import { visibleComments } from '../deals/visible-comments.server.ts';
import type { SourceAnswer } from './contract.ts';

/** `GET /comments/source/{id}`: a shown comment as it was typed, to quote or to edit. */
export async function answerSource({ context: { db }, params }: Call): Promise<SourceAnswer | undefined> {
  const id = /^[1-9]\d{0,14}$/.exec(params['id'] ?? '')?.[0];
  if (id === undefined) return undefined;
  const found = await visibleComments(db).select('c.body').where('c.post_id', '=', Number(id)).executeTakeFirst();
  return found && { message: found.body };
}
