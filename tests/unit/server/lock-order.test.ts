import { expect, inject, onTestFinished, test } from 'vitest';
import { matchDue } from '../../../src/features/alerts/match.server.ts';
import { recountComments } from '../../../src/features/catalogue/deal-counts.server.ts';
import { findDeal } from '../../../src/features/editing/named-deals.server.ts';
import { hideForm } from '../../../src/features/hidden-deals/hide.server.ts';
import { profileActions } from '../../../src/features/members/profile.server.ts';
import { deleteRemovedVotes } from '../../../src/features/posts/actions.server.ts';
import { notifyOfSavedDeals } from '../../../src/features/saved/watched.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { alertCall, alertsSite } from '../../support/alerts.ts';
import { deal, importRecords } from '../../support/catalogue.ts';
import { PASSWORD } from '../../support/calls.ts';
import { dealToDiscuss, posted } from '../../support/community.ts';
import { openServerCopy } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { moderate, newestAction, newModerator } from '../../support/moderation.ts';
import { dealsToSave, save } from '../../support/saved.ts';
import { untilRowIsAwaited } from '../../support/waiting.ts';

const server = inject('postgres');

/** A database of its own, to be opened as tests' databases are. */
const openServer = async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  return database;
};

/** Does the first half of a transaction, lets other work run until it waits for a row of it, and does the second half. @returns what that work came to */
async function between<T>(
  db: Db,
  first: (transaction: Db) => Promise<unknown>,
  other: () => Promise<T>,
  second: (transaction: Db) => Promise<unknown>,
) {
  const { under } = await db.transaction().execute(async (transaction) => {
    await first(transaction);
    const under = other();
    await untilRowIsAwaited(db);
    await second(transaction);
    // In an object it is not awaited before the transaction has ended.
    return { under };
  });
  return under;
}

const lockMember = (db: Db, userId: number) =>
  db.selectFrom('members').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();

const lockAccount = (db: Db, userId: number) =>
  db.selectFrom('accounts').select('user_id').where('user_id', '=', userId).forUpdate().executeTakeFirstOrThrow();

// The embedded database has one session, in which nobody waits for a row.
test.skipIf(!server)('a member who goes and hides or saves a deal at the same moment does both', async () => {
  const { context, threads } = await dealsToSave(openServer);
  const { db } = context;
  const { browser, userId } = await verifiedMember(context);
  const [threadId = 0] = threads;
  const going = [(transaction: Db) => lockMember(transaction, userId), (transaction: Db) => lockAccount(transaction, userId)] as const;
  const hide = () => browser.callAsMember(hideForm, { form: { 'hide[]': String(threadId) } });
  expect(await between(db, going[0], hide, going[1])).toMatchObject({ answer: { hidden: [threadId] } });
  expect(await between(db, going[0], () => save(browser, threadId), going[1])).toEqual({ threadid: threadId, saved: true });
});

test.skipIf(!server)('a member goes while a comment is written on a deal that they wrote about', async () => {
  const { context, deal: discussed } = await dealToDiscuss(openServer);
  const { db } = context;
  const { browser, userId } = await verifiedMember(context);
  await posted(browser, discussed.thread_id, 'I am off');
  const leave = () => browser.callAsMember(profileActions, { form: { do: 'deleteaccount', confirm: '1', delete_password: PASSWORD } });
  const lockDeal = (transaction: Db) =>
    transaction.selectFrom('deals').select('post_id').where('thread_id', '=', discussed.thread_id).forNoKeyUpdate().execute();
  const gone = await between(db, lockDeal, leave, (transaction) => lockMember(transaction, userId));
  expect(gone.answer).toEqual({ success: true });
});

test.skipIf(!server)('a member who goes and chooses another picture at the same moment does both', async () => {
  const { context } = await dealsToSave(openServer);
  const { db } = context;
  const { browser, userId } = await verifiedMember(context);
  await db
    .insertInto('avatars')
    .values({ user_id: userId, digest: 'a', image: Buffer.from('a') })
    .execute();
  const choose = () => browser.callAsMember(profileActions, { form: { do: 'updateavatar', tint: '3' } });
  const dropPicture = (transaction: Db) => transaction.deleteFrom('avatars').where('user_id', '=', userId).execute();
  const chosen = await between(db, (transaction) => lockMember(transaction, userId), choose, dropPicture);
  expect(chosen.answer).toHaveProperty('avatar');
});

test.skipIf(!server)('removed votes are put back while their member goes', async () => {
  const { context, deal: voted } = await dealToDiscuss(openServer);
  const { db } = context;
  const moderator = await newModerator(context);
  const members = [await verifiedMember(context), await verifiedMember(context)];
  for (const { browser } of members)
    await browser.callAsMember(voteForm, { form: { postid: String(voted.post_id), votetypeid: '1', vote: '1' } });
  await db.updateTable('votes').set({ browser: 'b1' }).execute();
  await moderate(moderator, { do: 'remove-votes', members: members.map(({ userId }) => userId).join(',') });
  const action = await newestAction(context, 'remove-votes');
  const lockDeal = (transaction: Db) =>
    transaction.selectFrom('deals').select('post_id').where('post_id', '=', voted.post_id).forNoKeyUpdate().execute();
  const forget = (transaction: Db) => deleteRemovedVotes(transaction, required(members[1], 'the younger account').userId);
  const undone = await between(db, lockDeal, () => moderate(moderator, { do: 'undo', action }), forget);
  expect(undone).toEqual({ error: 'This member is gone, and their votes with them.' });
});

test.skipIf(!server)('members are told of a deal that they saved while one of them goes', async () => {
  const { context, threads } = await dealsToSave(openServer);
  const { db } = context;
  const [stays, goes] = [await verifiedMember(context), await verifiedMember(context)];
  const [threadId = 0] = threads;
  for (const { browser } of [stays, goes]) await save(browser, threadId);
  await notifyOfSavedDeals(context);
  await db.updateTable('deals').set({ price_cents: 9_000 }).where('thread_id', '=', threadId).execute();
  const leave = (transaction: Db) => transaction.deleteFrom('members').where('user_id', '=', goes.userId).execute();
  await between(
    db,
    (transaction) => lockMember(transaction, goes.userId),
    () => notifyOfSavedDeals(context),
    leave,
  );
  const told = await db.selectFrom('notifications').select(['user_id', 'kind', 'price_cents']).execute();
  expect(told).toEqual([{ user_id: stays.userId, kind: 'price-drop', price_cents: 9_000 }]);
});

/** A deal that has not been compared with alerts yet, and meets those of two members. */
async function dealToCompare() {
  const context = await alertsSite(openServer);
  const members = [await verifiedMember(context), await verifiedMember(context)] as const;
  for (const member of members) await alertCall(member, { do: 'do-add', q: 'drive' });
  const shelf = { store: 'newmart', category: 'drives', forum: 'hot-deals', postedAt: context.clock().toISOString() };
  await importRecords(context, [deal({ sourceId: 'd1', title: 'Drive', price: '100.00', ...shelf })]);
  return { context, members };
}

test.skipIf(!server)('deals are compared with alerts while an editor changes them', async () => {
  const { context, members } = await dealToCompare();
  const told = await context.db.transaction().execute(async (transaction) => {
    await findDeal(transaction, 'test:d1');
    const compared = await matchDue(context);
    await transaction.updateTable('deals').set({ price_cents: 8_000 }).execute();
    return compared;
  });
  expect(told).toBe(members.length);
});

test.skipIf(!server)('a deal is deleted while members are told of it', async () => {
  const { context, members } = await dealToCompare();
  const { db } = context;
  await matchDue(context);
  const gone = await between(
    db,
    (transaction) => transaction.selectFrom('deals').select('thread_id').forKeyShare().execute(),
    () => give(context, 'delete', { deals: ['test:d1'], dryRun: false }),
    (transaction) => transaction.deleteFrom('notifications').where('user_id', '=', members[0].userId).execute(),
  );
  expect(gone.refused).toEqual([]);
  expect(await db.selectFrom('deals').select('thread_id').execute()).toEqual([]);
});

test.skipIf(!server)('members are told of deals that their alerts meet while one of them goes', async () => {
  const { context, members } = await dealToCompare();
  const [stays, { userId }] = members;
  const told = await between(
    context.db,
    (transaction) => lockMember(transaction, userId),
    () => matchDue(context),
    (transaction) => transaction.deleteFrom('members').where('user_id', '=', userId).execute(),
  );
  expect(told).toBe(1);
  expect(await context.db.selectFrom('notifications').select('user_id').execute()).toEqual([{ user_id: stays.userId }]);
});

/** Work that locks several deals. A member who goes, a merge and a moderator who removes votes lock them in the order of their posts. */
const LOCKS_DEALS: Record<string, (context: Context, threads: number[]) => Promise<unknown>> = {
  'comments are counted': ({ db }, threads) => db.transaction().execute((transaction) => recountComments(transaction, threads)),
  'deals are expired': (context) => give(context, 'expire', { deals: ['demo:d1', 'demo:d2'] }),
  'deals are deleted': (context) => give(context, 'delete', { deals: ['demo:d1', 'demo:d2'], dryRun: false }),
  async 'an import is undone'(context) {
    const { id } = await context.db.selectFrom('imports').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
    return give(context, 'undo-import', { id, dryRun: false });
  },
  async 'a member hides deals'(context, threads) {
    const { browser } = await verifiedMember(context);
    return browser.callAsMember(hideForm, { form: { 'hide[]': threads.map(String) } });
  },
  'deals are compared with alerts': (context) => matchDue(context),
  'the demo is removed': (context) => give(context, 'demo', { dryRun: false }),
};

test.skipIf(!server).each(Object.keys(LOCKS_DEALS))('%s while others lock the posts of the same deals', async (what) => {
  const context = await alertsSite(openServer);
  const { db } = context;
  const shelf = { source: 'demo', store: 'newmart', category: 'drives', forum: 'hot-deals' };
  await importRecords(
    context,
    ['d1', 'd2'].map((sourceId) => deal({ sourceId, ...shelf })),
  );
  const deals = await db.selectFrom('deals').select(['thread_id', 'post_id']).orderBy('thread_id').execute();
  const threads = deals.map(({ thread_id: threadId }) => threadId);
  const [last = 0, first = 0] = [deals[0]?.post_id, threads[0]];
  // Posts may have another order than threads, as of deals that keep the numbers that they had elsewhere.
  await db
    .updateTable('deals')
    .set({ post_id: first })
    .where('thread_id', '=', threads[1] ?? 0)
    .execute();
  const lock = (postId: number) => (transaction: Db) =>
    transaction.selectFrom('deals').select('post_id').where('post_id', '=', postId).forUpdate().executeTakeFirstOrThrow();
  const work = required(LOCKS_DEALS[what], 'what is done');
  const done = await between(db, lock(first), () => work(context, threads), lock(last));
  expect(done ?? {}).not.toMatchObject({ status: 503 });
});
