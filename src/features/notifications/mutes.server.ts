import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { dealPath } from '../deals/deal.ts';
import { lockMember } from '../session/lock-member.server.ts';

/** What a member muted, the last muted first. */
export interface Mutes {
  threads: { threadId: number; title: string; path: string }[];
  members: { userid: number; username: string }[];
}

export async function readMutes(db: Db, userId: number): Promise<Mutes> {
  const threads = await db
    .selectFrom('muted_threads as muted')
    .innerJoin('deals as d', 'd.thread_id', 'muted.thread_id')
    .select(['d.thread_id', 'd.title'])
    .where('muted.user_id', '=', userId)
    .where('d.status', '<>', 'scheduled')
    .orderBy('muted.muted_at', 'desc')
    .orderBy('d.thread_id', 'desc')
    .execute();
  const members = await db
    .selectFrom('muted_members as muted')
    .innerJoin('members as m', 'm.user_id', 'muted.muted_id')
    .select(['m.user_id', 'm.username'])
    .where('muted.user_id', '=', userId)
    .orderBy('muted.muted_at', 'desc')
    .orderBy('m.user_id', 'desc')
    .execute();
  return {
    threads: threads.map(({ thread_id: threadId, title }) => ({ threadId, title, path: dealPath({ threadId, title }) })),
    members: members.map(({ user_id: userid, username }) => ({ userid, username })),
  };
}

type Muting = Pick<Context, 'db' | 'clock'>;

/** How many deals, and how many members, somebody can mute: their settings list all of them. */
const MOST_MUTED = 500;
const tooMany = (what: string) => `You have muted ${MOST_MUTED} ${what}, which is the limit. Please unmute some first, in the settings.`;

/**
 * Mutes a deal for a member.
 * @returns why it cannot be muted
 */
export const muteThread = ({ db, clock }: Muting, userId: number, threadId: number): Promise<string | undefined> =>
  db.transaction().execute(async (transaction) => {
    const deal = await transaction
      .selectFrom('deals')
      .select('thread_id')
      .where('thread_id', '=', threadId)
      .where('status', '<>', 'scheduled')
      .forKeyShare()
      .executeTakeFirst();
    if (!deal) return 'This deal no longer exists.';
    await lockMember(transaction, userId);
    const others = transaction.selectFrom('muted_threads').where('user_id', '=', userId).where('thread_id', '<>', threadId);
    const { count } = await others.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (count >= MOST_MUTED) return tooMany('deals');
    const row = { user_id: userId, thread_id: threadId, muted_at: clock() };
    await transaction
      .insertInto('muted_threads')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .execute();
    return undefined;
  });

export const unmuteThread = (db: Db, userId: number, threadId: number) =>
  db.deleteFrom('muted_threads').where('user_id', '=', userId).where('thread_id', '=', threadId).execute();

/**
 * Mutes a member for another.
 * @returns the muted one's name, or why they cannot be muted
 */
export const muteMember = ({ db, clock }: Muting, userId: number, mutedId: number): Promise<{ username: string } | { fault: string }> =>
  db.transaction().execute(async (transaction) => {
    if (mutedId === userId) return { fault: 'You cannot mute yourself.' };
    await lockMember(transaction, userId);
    const muted = await transaction
      .selectFrom('members')
      .select('username')
      .where('user_id', '=', mutedId)
      .forKeyShare()
      .executeTakeFirst();
    if (!muted) return { fault: 'This member no longer exists.' };
    const others = transaction.selectFrom('muted_members').where('user_id', '=', userId).where('muted_id', '<>', mutedId);
    const { count } = await others.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    if (count >= MOST_MUTED) return { fault: tooMany('members') };
    const row = { user_id: userId, muted_id: mutedId, muted_at: clock() };
    await transaction
      .insertInto('muted_members')
      .values(row)
      .onConflict((oc) => oc.doNothing())
      .execute();
    return muted;
  });

export const unmuteMember = (db: Db, userId: number, mutedId: number) =>
  db.deleteFrom('muted_members').where('user_id', '=', userId).where('muted_id', '=', mutedId).execute();
