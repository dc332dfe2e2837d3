import type { Db } from '../../server/db/database.ts';

/**
 * Notifications that are still shown: not those about a comment that is hidden or deleted, or a deal that is off the site. Those of
 * moderators' decisions and of stopped mails are always shown. `offset 0` keeps the joins loops over indexes: for a member with thousands of
 * notifications the planner would rather read every deal and every comment of the site.
 */
export const shownNotifications = (db: Db) =>
  db
    .selectFrom('notifications as n')
    .leftJoinLateral(
      (eb) =>
        eb.selectFrom('deals').selectAll().whereRef('thread_id', '=', 'n.thread_id').where('status', '<>', 'scheduled').offset(0).as('d'),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) => eb.selectFrom('comments').selectAll().whereRef('post_id', '=', 'n.post_id').where('status', '=', 'shown').offset(0).as('c'),
      (join) => join.onTrue(),
    )
    .where((eb) =>
      eb.or([
        eb('n.kind', 'in', ['moderation', 'mails-stopped']),
        eb.and([eb('d.thread_id', 'is not', null), eb.or([eb('n.post_id', 'is', null), eb('c.post_id', 'is not', null)])]),
      ]),
    );

/** Counting stops here: the exact number does not matter. */
const MOST_COUNTED = 100;

/** How many notifications a member has not read, up to `MOST_COUNTED`. */
export async function countUnread(db: Db, userId: number): Promise<number> {
  const unread = shownNotifications(db).select('n.id').where('n.user_id', '=', userId).where('n.read_at', 'is', null).limit(MOST_COUNTED);
  const { count } = await db
    .selectFrom(unread.as('unread'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
