import type { Db } from '../../server/db/database.ts';

/** Moves a saved deal to a list; an empty name means no list. @returns whether the deal is saved */
export async function fileSaved(db: Db, userId: number, threadId: number, list: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_deals')
    .set({ list })
    .where('user_id', '=', userId)
    .where('thread_id', '=', threadId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a member has deals in a list of this name. */
export async function hasList(db: Db, userId: number, list: string): Promise<boolean> {
  const inList = db.selectFrom('saved_deals').select('thread_id').where('user_id', '=', userId).where('list', '=', list);
  return (await inList.limit(1).executeTakeFirst()) !== undefined;
}

/** Renames a list, or merges it into an existing one with the new name; an empty name means no list. @returns how many deals it had */
export async function renameList(db: Db, userId: number, from: string, to: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('saved_deals')
    .set({ list: to })
    .where('user_id', '=', userId)
    .where('list', '=', from)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Turns the reminder of a saved deal's end on or off. @returns whether it is saved and has an end */
export async function setReminder(db: Db, userId: number, threadId: number, remind: boolean): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('saved_deals as saved')
    .set({ remind, reminded_at: null })
    .where('saved.user_id', '=', userId)
    .where('saved.thread_id', '=', threadId)
    .where((eb) =>
      eb.or([
        eb.val(!remind),
        eb.exists(
          eb
            .selectFrom('deals as d')
            .select('d.thread_id')
            .whereRef('d.thread_id', '=', 'saved.thread_id')
            .where('d.expires_at', 'is not', null),
        ),
      ]),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
