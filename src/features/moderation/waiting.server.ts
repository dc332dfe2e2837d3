import { sql } from 'kysely';
import type { Db } from '../../server/db/database.ts';

/**
 * Posts that wait for a moderator, and since when: those with open reports, unless the reported state has been
 * applied meanwhile, and comments that reports have hidden and nobody has decided about.
 */
const WAITING = sql<{ post_id: number; since: Date }>`
  select post_id, min(since) as since from (
    select r.post_id, r.created_at as since from reports as r
    left join comments as c on c.post_id = r.post_id left join deals as d on d.post_id = r.post_id
    where r.resolved_at is null and (c.status <> 'deleted'
      or (d.status = 'live' and r.reason <> 'Works again') or (d.status = 'expired' and r.reason <> 'Expired'))
    union all
    select hidden.post_id, hidden.done_at from moderation_actions as hidden join comments as c on c.post_id = hidden.post_id
    where hidden.action = 'hide' and hidden.moderator_id is null and hidden.undone_at is null and c.status = 'hidden'
      and not exists (select from moderation_actions as later where later.post_id = hidden.post_id and later.id > hidden.id
        and later.moderator_id is not null and later.undone_at is null and later.action in ('keep', 'hide', 'delete'))) as waiting
  group by post_id`;

interface WaitingPost {
  postId: number;
  since: Date;
}

/** A page of the posts that wait, those first that wait longest, and how many there are in all. */
export async function waitingPosts(db: Db, limit: number, offset: number): Promise<{ posts: WaitingPost[]; total: number }> {
  const { rows } = await sql<{ total: number; post_id: number | null; since: Date }>`
    with waiting as materialized (${WAITING})
    select total, post_id, since from (select count(*) as total from waiting) as of_all
    left join (select * from waiting order by since, post_id limit ${limit} offset ${offset}) as page on true
    order by since, post_id`.execute(db);
  // Without a post on the page there is one row, which has the total alone.
  return {
    posts: rows.flatMap(({ post_id: postId, since }) => (postId === null ? [] : { postId, since })),
    total: rows[0]?.total ?? 0,
  };
}
