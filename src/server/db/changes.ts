import type { Db } from './connect.ts';

/** Notes that anything may have changed, such as after the whole catalogue was replaced; in the transaction that did it. */
export async function noteEverything(db: Db): Promise<void> {
  await db.insertInto('changes').values({ subject: 'everything' }).execute();
}
