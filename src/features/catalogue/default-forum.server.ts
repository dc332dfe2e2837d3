import type { Db } from '../../server/db/database.ts';

/** The forum of deals that name none. */
export const DEFAULT_FORUM = 'hot-deals';

/** Makes the forum of deals that name none, where it is not there. */
export async function makeDefaultForum(db: Db): Promise<void> {
  await db
    .insertInto('forums')
    .values({ slug: DEFAULT_FORUM, title: 'Hot Deals', position: 1 })
    .onConflict((oc) => oc.doNothing())
    .execute();
}
