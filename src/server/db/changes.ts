import type { Db } from './database.ts';

/** Where the database says that something was noted in the journal of changes. */
export const CHANNEL = 'changes';

/** Notes that anything may have changed, such as after the whole catalogue was replaced; in the transaction that did it. */
export async function noteEverything(db: Db): Promise<void> {
  await db.insertInto('changes').values({ subject: 'everything' }).execute();
}
