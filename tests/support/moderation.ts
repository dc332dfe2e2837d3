import { randomUUID } from 'node:crypto';
import { moderationActions } from '../../src/features/moderation/actions.server.ts';
import { reportForm } from '../../src/features/reports/report.server.ts';
import type { Context } from '../../src/server/context.ts';
import { accountsContext, DAY, verifiedMember } from './accounts.ts';
import type { Caller } from './calls.ts';
import type { Open } from './databases.ts';
import { publishedCatalogue } from './published-catalogue.ts';

type Member = Awaited<ReturnType<typeof verifiedMember>>;

/** A live deal, and a comment on it by a member who has an account. */
export async function reportedCatalogue(open: Open, settings?: Record<string, string>) {
  const context = accountsContext((await open()).db, settings);
  await publishedCatalogue(context, 3);
  const author = await verifiedMember(context);
  const deal = await context.db.selectFrom('deals').selectAll().where('status', '=', 'live').orderBy('thread_id').executeTakeFirstOrThrow();
  const comment = await commentBy(context, author, deal.thread_id);
  return { context, author, deal, comment };
}

export async function commentBy(
  { db, clock }: Context,
  { userId }: Pick<Member, 'userId'>,
  threadId: number,
  body = 'Buy my lamps',
): Promise<number> {
  const { post_id: postId } = await db
    .insertInto('comments')
    .values({ thread_id: threadId, user_id: userId, source: 'site', source_id: randomUUID(), body, posted_at: clock() })
    .returning('post_id')
    .executeTakeFirstOrThrow();
  return postId;
}

export async function newModerator(context: Context, role: 'moderator' | 'administrator' = 'moderator'): Promise<Member> {
  const member = await verifiedMember(context);
  await context.db.updateTable('accounts').set({ role }).where('user_id', '=', member.userId).execute();
  return member;
}

/** Somebody whose account is old enough for what they report to count. */
export async function establishedMember(context: Context): Promise<Member> {
  const member = await verifiedMember(context);
  const joined = new Date(context.clock().getTime() - DAY);
  await context.db.updateTable('accounts').set({ created_at: joined }).where('user_id', '=', member.userId).execute();
  return member;
}

export const someMembers = (context: Context, count: number) =>
  Promise.all(Array.from({ length: count }, () => establishedMember(context)));

/** Has a member report a post. @returns what the call answers */
export const report = async ({ browser }: { browser: Caller }, postid: number, reason: string, comment = '') =>
  (await browser.callAsMember(reportForm, { form: { postid: String(postid), reason, comment } })).answer;

/** Has as many members as hide or expire something report a post. */
export async function reportEnough(context: Context, postid: number, reason: string): Promise<void> {
  for (const member of await someMembers(context, 3)) await report(member, postid, reason);
}

/** Has a moderator do something. @returns what the call answers */
export const moderate = async ({ browser }: { browser: Caller }, form: Record<string, string | number>) =>
  (
    await browser.callAsMember(moderationActions, {
      form: Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value)])),
    })
  ).answer;

export const DONE = (message: string) => ({ success: true, message });

export const statusOf = async ({ db }: Context, postid: number): Promise<string> => {
  const comment = await db.selectFrom('comments').select('status').where('post_id', '=', postid).executeTakeFirst();
  return comment?.status ?? (await db.selectFrom('deals').select('status').where('post_id', '=', postid).executeTakeFirstOrThrow()).status;
};

/** What was done, oldest first, and whether a moderator did it. */
export async function actionsOf({ db }: Context): Promise<[action: string, by: 'moderator' | 'reports', reason: string][]> {
  const rows = await db.selectFrom('moderation_actions').selectAll().where('undone_at', 'is', null).orderBy('id').execute();
  return rows.map(({ action, moderator_id: moderator, reason }) => [action, moderator === null ? 'reports' : 'moderator', reason]);
}

export const newestAction = async ({ db }: Context, action: string): Promise<number> =>
  (
    await db
      .selectFrom('moderation_actions')
      .select(({ fn }) => fn.max<number | null>('id').as('id'))
      .where(({ eb, ref }) => eb(ref('action'), '=', action as 'hide'))
      .executeTakeFirstOrThrow()
  ).id ?? 0;
