import { sql, type Selectable } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { changeBySlices, SLICE } from '../../server/db/slices.ts';
import type { Tables } from '../../server/db/schema.ts';
import { every } from '../../server/every.ts';
import { DAY_MS, HOUR_MS } from '../../lib/durations.ts';
import { keyed } from '../../lib/keyed.ts';
import { POST_FIELDS, type PostFields } from './contracts/fields.ts';

/** A deal that a member sent, and what became of it, apart from the published deal itself. */
export interface Submission {
  id: number;
  userId: number;
  fields: PostFields;
  status: 'waiting' | 'published' | 'refused';
  revision: number;
  threadId: number | null;
  reason: string;
  createdAt: Date;
}

type Row = Selectable<Tables['submissions']>;

const toSubmission = (row: Row): Submission => ({
  id: row.id,
  userId: row.user_id,
  status: row.status,
  revision: row.revision,
  threadId: row.thread_id,
  fields: keyed(POST_FIELDS, (field) => row.fields[field] ?? ''),
  reason: row.reason,
  createdAt: row.created_at,
});

/** What a member sent by a form before, by the form's key. */
export async function findByKey(db: Db, userId: number, key: string): Promise<Submission | undefined> {
  const row = await db.selectFrom('submissions').selectAll().where('user_id', '=', userId).where('key', '=', key).executeTakeFirst();
  return row && toSubmission(row);
}

/** Whether the member already sent other fields under this key: the draft could never be sent with it. */
export async function isKeyOfOther(db: Db, userId: number, { key, fields }: { key: string; fields: PostFields }): Promise<boolean> {
  const before = key === '' ? undefined : await findByKey(db, userId, key);
  return before !== undefined && !isSameTyped(before.fields, fields);
}

export const isSameTyped = (one: PostFields, other: PostFields): boolean => POST_FIELDS.every((field) => one[field] === other[field]);

/** A member's own submission that waits, or was refused; without `status` whatever became of it. */
export async function findOwn(db: Db, userId: number, id: number, status?: 'waiting' | 'refused'): Promise<Submission | undefined> {
  const row = await db
    .selectFrom('submissions')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where(({ eb, lit }) => (status ? eb('status', '=', status) : lit(true)))
    .executeTakeFirst();
  return row && toSubmission(row);
}

const SENT_AGAIN = 'again:';

/**
 * The key for sending a refused submission again. It allows that once, unless the new one is withdrawn; if that is refused, too, it is sent
 * again itself.
 */
export const resubmissionKey = (id: number): string => `${SENT_AGAIN}${id}`;

interface NewSubmission {
  userId: number;
  key: string;
  fields: PostFields;
  status: 'waiting' | 'published';
}

/** Stores a submission. @returns its id; undefined when the same form was sent before */
export async function insertSubmission(
  transaction: Db,
  { userId, key, fields, status }: NewSubmission,
  now: Date,
): Promise<number | undefined> {
  const row = await transaction
    .insertInto('submissions')
    .values({
      user_id: userId,
      key,
      fields: JSON.stringify(fields),
      status,
      created_at: now,
      decided_at: status === 'published' ? now : null,
    })
    .onConflict((oc) => oc.columns(['user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Notes which deal it became. */
export const setThread = (transaction: Db, id: number, threadId: number) =>
  transaction.updateTable('submissions').set({ thread_id: threadId }).where('id', '=', id).execute();

/** Locks what a member sent until the transaction ends. */
export async function lockSubmission(transaction: Db, id: number): Promise<Submission | undefined> {
  const row = await transaction.selectFrom('submissions').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toSubmission(row);
}

interface Decided {
  status: 'published' | 'refused';
  /** As they were published. */
  fields?: PostFields;
  threadId?: number;
  reason: string;
}

/** Notes what a moderator decided, in the transaction of the decision. */
export async function settleSubmission(
  transaction: Db,
  id: number,
  { status, fields, threadId, reason }: Decided,
  now: Date,
): Promise<void> {
  await transaction
    .updateTable('submissions')
    .set({ status, reason, thread_id: threadId ?? null, decided_at: now, ...(fields && { fields: JSON.stringify(fields) }) })
    .where('id', '=', id)
    .execute();
}

/** A page of what waits, the oldest first, and how much there is. */
export async function waitingSubmissions(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ total: number; waiting: Submission[] }> {
  const all = db.selectFrom('submissions').where('status', '=', 'waiting');
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('created_at').orderBy('id').limit(limit).offset(offset).execute();
  return { total, waiting: rows.map(toSubmission) };
}

/** What a member sent, by its id, whatever became of it. */
export async function readSubmission(db: Db, id: number): Promise<Submission | undefined> {
  const row = await db.selectFrom('submissions').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toSubmission(row);
}

/** How many of a member's deals were refused and published after a look, as long as that is remembered. */
export async function decisionsOf(db: Db, userId: number): Promise<{ published: number; refused: number }> {
  const rows = await db
    .selectFrom('submissions')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute();
  const countOf = (status: Submission['status']) => rows.find((row) => row.status === status)?.count ?? 0;
  return { published: countOf('published'), refused: countOf('refused') };
}

/** Changes a waiting submission. @returns false when it no longer waits */
export async function changeWaiting(db: Db, userId: number, id: number, fields: PostFields): Promise<boolean> {
  const changed = await db
    .updateTable('submissions')
    .set(({ eb }) => ({ fields: JSON.stringify(fields), revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** Withdraws a waiting submission; nothing is kept of it. @returns false when it no longer waits */
export async function withdrawWaiting(db: Db, userId: number, id: number): Promise<boolean> {
  const gone = await db
    .deleteFrom('submissions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

/** What a member posted that waits, or was refused, the newest first, and whether what was refused was sent again. */
export async function unpublishedSubmissions(db: Db, userId: number): Promise<(Submission & { isSentAgain: boolean })[]> {
  const own = db.selectFrom('submissions').where('user_id', '=', userId);
  const rows = await own.selectAll().where('status', '<>', 'published').orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
  const again = await own.select('key').where('key', 'like', `${SENT_AGAIN}%`).execute();
  const keys = new Set(again.map(({ key }) => key));
  return rows.map((row) => ({ ...toSubmission(row), isSentAgain: keys.has(resubmissionKey(row.id)) }));
}

/** A member's submissions, for the download of their data. */
export const submissionData = (db: Db, userId: number) =>
  db
    .selectFrom('submissions')
    .select(['fields', 'status', 'reason', 'thread_id', 'created_at', 'decided_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

/** How long submissions are kept after the decision. */
const KEPT_MS = 90 * DAY_MS;

/**
 * Deletes submissions that were decided long ago.
 * @param most how many in one transaction
 */
export async function clearOldSubmissions({ db, clock }: Pick<Context, 'db' | 'clock'>, most = SLICE): Promise<void> {
  const before = new Date(clock().getTime() - KEPT_MS);
  await changeBySlices(db, sql`delete from submissions`, sql`submissions where decided_at < ${before}::timestamptz`, most);
}

/** Clears old submissions away every hour. @returns a function that ends it */
export const startSubmissionsJob = (context: Pick<Context, 'db' | 'clock'>, onError: (error: unknown) => void): (() => void) =>
  every(HOUR_MS, () => clearOldSubmissions(context), onError);
