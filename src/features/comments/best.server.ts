import { sql } from 'kysely';
import { beginningOf } from '../../lib/beginning-of.ts';
import { score } from '../../lib/hot-rank.ts';
import type { Db } from '../../server/db/database.ts';
import type { BestComment } from '../deals/detail.ts';
import { inOrder, shownReplies, toReply } from './comments.server.ts';
import { plainText } from './plain-text.ts';

/** A comment with fewer points than this does not stand out. */
const LEAST_SCORE = 3;
/** Letters of it that are shown. */
const LENGTH = 140;

/** The top-level comment with the most points of each of these deals, where one has at least `LEAST_SCORE`. */
export async function bestComments(db: Db, threadIds: number[]): Promise<Map<number, BestComment>> {
  const rows = await db
    .selectFrom(sql<{ id: number }>`unnest(${threadIds}::bigint[])`.as<'subject'>(sql`subject(id)`))
    .innerJoinLateral(
      shownReplies(db)
        .whereRef('c.thread_id', '=', sql.ref('subject.id'))
        .where('c.parent_id', 'is', null)
        .where(sql`c.votes_up - c.votes_down`, '>=', LEAST_SCORE)
        .orderBy(inOrder('top', 'c'))
        .limit(1)
        .as('reply'),
      (join) => join.onTrue(),
    )
    .selectAll('reply')
    .execute();
  return new Map(
    rows.map((row) => {
      const { postid, username, bodyHtml } = toReply(row);
      const points = score({ up: row.votes_up, down: row.votes_down });
      return [row.thread_id, { postid, username, text: shortened(plainText(bodyHtml)), score: points }];
    }),
  );
}

/** The beginning of a text in one line, ending with a whole word. */
function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  if (line.length <= LENGTH) return line;
  const cut = beginningOf(line, LENGTH);
  return `${beginningOf(cut, Math.max(cut.lastIndexOf(' '), LENGTH / 2)).trimEnd()}…`;
}
