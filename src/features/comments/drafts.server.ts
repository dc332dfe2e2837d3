import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import { every } from '../../server/every.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';

const KEPT_MS = 30 * DAY_MS;
/** How many drafts of a member are kept; older ones are deleted. */
const MOST_KEPT = 20;

/** What a draft is of: a comment to a thread, a reply, or a comment that is edited. */
export const draftOfReply = (threadId: number, parentId: number | null) => `reply:${threadId}:${parentId ?? 0}`;
export const draftOfEdit = (postId: number) => `edit:${postId}`;

/** Keeps what a member wrote in a form without script, until it is posted. */
export async function saveDraft({ db, clock }: Context, userId: number, about: string, body: string): Promise<void> {
  const values = { body, saved_at: clock() };
  await db
    .insertInto('drafts')
    .values({ user_id: userId, about, ...values })
    .onConflict((oc) => oc.columns(['user_id', 'about']).doUpdateSet(values))
    .execute();
  await sql`delete from drafts where user_id = ${userId} and about in (
    select about from drafts where user_id = ${userId} order by saved_at desc, about offset ${MOST_KEPT})`.execute(db);
}

export async function readDraft(db: Db, userId: number, about: string): Promise<string | undefined> {
  const found = await db.selectFrom('drafts').select('body').where('user_id', '=', userId).where('about', '=', about).executeTakeFirst();
  return found?.body;
}

export const dropDraft = (db: Db, userId: number, about: string) =>
  db.deleteFrom('drafts').where('user_id', '=', userId).where('about', '=', about).execute();

/**
 * Deletes drafts that nobody came back to.
 * @param most how many in one transaction
 */
export async function clearOldDrafts({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const oldest = new Date(clock().getTime() - KEPT_MS);
  await changeBySlices(db, sql`delete from drafts`, sql`drafts where saved_at < ${oldest}::timestamptz`, most);
}

/** Clears old drafts away every hour. @returns a function that ends it */
export function startDraftsJob(context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): () => void {
  return every(HOUR_MS, () => clearOldDrafts(context), onError);
}
