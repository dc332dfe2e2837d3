import type { Call } from '../../server/http/endpoint.ts';
import { requireFields } from '../../server/http/fields.ts';
import { forumCall, type ForumAnswer } from './contracts/forum.ts';

/** `GET /web-api/forum/?id=` or `?slug=`: a forum as the search box selects it (spec §3, Forum selection); undefined when there is none. */
export async function answerForum({ context: { db }, query }: Pick<Call, 'context' | 'query'>): Promise<ForumAnswer | undefined> {
  const { id, slug } = requireFields(query, forumCall.query);
  if (id === undefined && slug === undefined) return undefined;
  const row = await db
    .selectFrom('forums')
    .select(['id', 'title'])
    .$if(id !== undefined, (forums) => forums.where('id', '=', id ?? 0))
    .$if(slug !== undefined, (forums) => forums.where('slug', '=', slug ?? ''))
    .executeTakeFirst();
  return row && { label: row.title, value: row.id };
}
