import type { Context } from '../../server/context.ts';
import type { ForumsAnswer } from './contracts/forums.ts';

/** `GET /web-api/forums/`: all forums, by their names. */
export async function answerForums({ context: { db } }: { context: Pick<Context, 'db'> }): Promise<ForumsAnswer> {
  const rows = await db.selectFrom('forums').select(['id', 'title']).orderBy('title').orderBy('id').execute();
  return { forums: rows.map(({ id, title }) => ({ label: title, value: id })) };
}
