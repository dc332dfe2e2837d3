import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { suspendAuthor } from '../../../src/features/moderation/sanctions.server.ts';
import { lockPost, setPostStatus } from '../../../src/features/posts/post-status.server.ts';
import { required } from '../../../src/lib/required.ts';
import { DAY, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { dealToDiscuss, post, posted, repliesTo } from '../../support/community.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { untilRowIsAwaited } from '../../support/waiting.ts';
import type { Context } from '../../../src/server/context.ts';

const countOf = async ({ db }: Context, threadId: number) =>
  (await db.selectFrom('deals').select('comment_count').where('thread_id', '=', threadId).executeTakeFirstOrThrow()).comment_count;

onDatabase('a comment', (open) => {
  test('is posted, counted and there for everybody, its Markdown as HTML', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser, userId, username } = await verifiedMember(context);
    const { answer } = await post(browser, deal.thread_id, '  **Good** price\r\nhere  ');
    const { reply } = answer as { reply: object };
    expect(reply).toEqual({
      ...{
        postid: expect.any(Number) as number,
        parentid: null,
        userid: userId,
        username,
        avatar: expect.stringContaining('/profile/avatar/') as string,
      },
      ...{ reputation: 0, postedAt: context.at.now.toISOString(), editedAt: null, score: 0, replyCount: 0 },
      bodyHtml: '<p><strong>Good</strong> price<br />\nhere</p>',
    });
    expect((await repliesTo(new Caller(context), deal.thread_id)).answer).toEqual({ replies: [reply], next: null });
    expect(await countOf(context, deal.thread_id)).toBe(1);
  });

  test('of a member whose account is deleted while it is sent is refused', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser, userId } = await verifiedMember(context);
    const { take } = context.limits;
    // The session was read before, and the comment is added after that.
    vi.spyOn(context.limits, 'take').mockImplementation(async (...limit) => {
      await context.db.deleteFrom('members').where('user_id', '=', userId).execute();
      return take(...limit);
    });
    expect((await post(browser, deal.thread_id, 'Hello there')).answer).toEqual({ error: 'Your account no longer exists.' });
    expect(await countOf(context, deal.thread_id)).toBe(0);
  });

  test('replies to another one of the same thread', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const first = await posted(browser, deal.thread_id, 'First');
    const second = await posted(browser, deal.thread_id, 'Second', first.postid);
    expect(second.parentid).toBe(first.postid);
    expect((await repliesTo(browser, first.postid)).answer).toEqual({ replies: [second], next: null });
    const own = await context.db.selectFrom('deals').select('post_id').where('thread_id', '=', deal.thread_id).executeTakeFirstOrThrow();
    expect((await posted(browser, deal.thread_id, 'To the deal itself', own.post_id)).parentid).toBeNull();
    const other = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('thread_id', '<>', deal.thread_id)
      .executeTakeFirstOrThrow();
    expect((await post(browser, other.thread_id, 'Third', { parentid: String(first.postid) })).answer).toEqual({
      error: 'The comment you are replying to no longer exists.',
    });
  });

  test.each([
    ['', 'Please write at least 2 characters.'],
    [' x ', 'Please write at least 2 characters.'],
    ['\u200b\u0301\u0301', 'Please write something that can be read.'],
    ['x'.repeat(10_001), 'Please write at most 10,000 characters. This has 10,001.'],
  ])('of %j is refused with what to do', async (typed, message) => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    expect((await post(browser, deal.thread_id, typed)).answer).toEqual({ field: 'message', message });
    expect(await countOf(context, deal.thread_id)).toBe(0);
  });

  test('of 10,000 characters is taken, newlines of a form counting once, in every script', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    expect((await posted(browser, deal.thread_id, 'x\r\n'.repeat(4_999) + 'xy')).bodyHtml.length).toBeGreaterThan(10_000);
    expect((await posted(browser, deal.thread_id, '価'.repeat(10_000))).bodyHtml).toHaveLength(10_007);
  });

  test('of a guest, of an unverified or suspended member, or on nothing, is not posted', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const form = { do: 'postreply', threadid: String(deal.thread_id), message: 'Hello', securitytoken: 'guest' };
    expect((await new Caller(context).call(replyForm, { form })).answer).toEqual({ error: 'dologin' });
    expect((await post((await newMember(context)).browser, deal.thread_id, 'Hello')).answer).toEqual({ error: 'Unverified Email' });
    const { browser, userId } = await verifiedMember(context);
    for (const threadid of ['999999', '-1', 'x', '9'.repeat(30)])
      expect((await post(browser, deal.thread_id, 'Hello', { threadid })).answer).toHaveProperty('error');
    await context.db.updateTable('accounts').set({ suspended_until: '2026-12-24T00:00:00Z' }).where('user_id', '=', userId).execute();
    expect((await post(browser, deal.thread_id, 'Hello')).answer).toEqual({ error: 'Your account is suspended until 12/24/26.' });
    context.at.pass(34 * DAY);
    await context.db.updateTable('sessions').set({ seen_at: context.at.now, created_at: context.at.now }).execute();
    expect((await post(browser, deal.thread_id, 'Hello')).answer).toHaveProperty('reply');
  });

  test('is posted by the action of that name alone', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    expect((await post(browser, deal.thread_id, 'Hello', { do: 'newthread' })).status).toBe(400);
    expect(await countOf(context, deal.thread_id)).toBe(0);
  });

  test('pressed twice is one comment, and the sixth in a minute has to wait', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const [first, again] = await Promise.all([1, 2].map(() => posted(browser, deal.thread_id, 'The same')));
    expect(again).toEqual(first);
    for (const words of ['two', 'three', 'four', 'five']) await posted(browser, deal.thread_id, words);
    const sixth = await post(browser, deal.thread_id, 'six');
    expect(sixth.status).toBe(429);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await countOf(context, deal.thread_id)).toBe(5);
    expect((await post((await verifiedMember(context)).browser, deal.thread_id, 'Of somebody else')).status).toBe(200);
  });

  test('of twenty members at once is counted twenty times', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const members = await Promise.all(Array.from({ length: 20 }, () => verifiedMember(context)));
    await Promise.all(members.map(({ browser }, index) => posted(browser, deal.thread_id, `Number ${index}`)));
    expect(await countOf(context, deal.thread_id)).toBe(20);
  });

  test('on a deal that was merged goes to the other', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const other = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('thread_id', '<>', deal.thread_id)
      .executeTakeFirstOrThrow();
    const { browser } = await verifiedMember(context);
    await posted(browser, deal.thread_id, 'Before');
    await mergeDeals(context, String(deal.thread_id), String(other.thread_id));
    await posted(browser, deal.thread_id, 'After');
    expect((await repliesTo(browser, other.thread_id)).answer).toMatchObject({
      replies: [{ bodyHtml: '<p>Before</p>' }, { bodyHtml: '<p>After</p>' }],
    });
    expect(await countOf(context, other.thread_id)).toBe(2);
  });
});

const server = inject('postgres');

// The embedded database has one session, in which nobody waits for a row.
test.skipIf(!server)('a comment on a deal that a moderator takes off the site at the same time is told that it is gone', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, deal } = await dealToDiscuss(() => Promise.resolve(database));
  const { db } = context;
  const { browser } = await verifiedMember(context);
  const hiding = await db.transaction().execute(async (transaction) => {
    const locked = required(await lockPost(transaction, deal.post_id), 'the deal');
    const sent = post(browser, deal.thread_id, 'Still there?');
    await untilRowIsAwaited(db);
    await setPostStatus(transaction, locked, { status: 'scheduled', startsAt: null, expiresAt: null }, context.clock());
    // In an object it is not awaited before the decision is final.
    return { sent };
  });
  expect((await hiding.sent).answer).toEqual({ error: 'This deal no longer exists.' });
  expect(await countOf(context, deal.thread_id)).toBe(0);
});

test.skipIf(!server)('of a comment and a moderator who suspends its author over another one on the same deal, both are done', async () => {
  const database = await openServerCopy(required(server, 'the server'));
  onTestFinished(() => database.close());
  const { context, deal } = await dealToDiscuss(() => Promise.resolve(database));
  const { db, config, clock } = context;
  const [{ browser, username }, moderator] = [await verifiedMember(context), await verifiedMember(context)];
  const { postid } = await posted(browser, deal.thread_id, 'Buy my lamps');
  const sanctioning = await db.transaction().execute(async (transaction) => {
    const locked = required(await lockPost(transaction, postid), 'the comment');
    const sent = post(browser, deal.thread_id, 'Buy my chairs');
    await untilRowIsAwaited(db);
    const sanction = { post: locked, moderatorId: moderator.userId, reason: 'Sells lamps', now: clock(), region: config.region };
    const done = await suspendAuthor(transaction, sanction, new Date(clock().getTime() + DAY));
    return { sent, done };
  });
  expect(sanctioning.done).toMatch(`${username} is suspended until`);
  expect((await sanctioning.sent).answer).toHaveProperty('reply');
});
