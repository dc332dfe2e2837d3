import { expect, test } from 'vitest';
import { clearOldDrafts } from '../../../src/features/comments/drafts.server.ts';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { DAY, MINUTE, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { dealToDiscuss, post, posted, repliesTo } from '../../support/community.ts';
import { eachDatabase } from '../../support/databases.ts';
import type { Context } from '../../../src/server/context.ts';

const countOf = async ({ db }: Context, threadId: number) =>
  (await db.selectFrom('deals').select('comment_count').where('thread_id', '=', threadId).executeTakeFirstOrThrow()).comment_count;
const change = (browser: Caller, postid: number, what: string, more: Record<string, string> = {}) =>
  browser.callAsMember(editForm, { form: { do: what, postid: String(postid), ...more } });

eachDatabase('a comment', (open) => {
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

  test('replies to another one of the same thread', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const first = await posted(browser, deal.thread_id, 'First');
    const second = await posted(browser, deal.thread_id, 'Second', first.postid);
    expect(second.parentid).toBe(first.postid);
    expect((await repliesTo(browser, first.postid)).answer).toEqual({ replies: [second], next: null });
    const other = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .where('thread_id', '<>', deal.thread_id)
      .executeTakeFirstOrThrow();
    expect((await post(browser, other.thread_id, 'Third', { parentid: String(first.postid) })).answer).toEqual({
      error: 'The comment that you reply to is not there any more.',
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

eachDatabase('one’s own comment', (open) => {
  test('is edited without a mark for 15 minutes, and with one later', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const { postid } = await posted(browser, deal.thread_id, 'Frist');
    context.at.pass(15 * MINUTE);
    expect((await change(browser, postid, 'updatepost', { message: 'First' })).answer).toMatchObject({
      reply: { postid, bodyHtml: '<p>First</p>', editedAt: null },
    });
    context.at.pass(1);
    expect((await change(browser, postid, 'updatepost', { message: 'First' })).answer).toMatchObject({ reply: { editedAt: null } });
    const marked = { reply: { bodyHtml: '<p>Second</p>', editedAt: context.at.now.toISOString() } };
    expect((await change(browser, postid, 'updatepost', { message: 'Second' })).answer).toMatchObject(marked);
    expect((await change(browser, postid, 'updatepost', { message: 'x' })).answer).toEqual({
      field: 'message',
      message: 'Please write at least 2 characters.',
    });
  });

  test('on a deal that is off the site is not changed', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const { postid } = await posted(browser, deal.thread_id, 'As it was');
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', deal.thread_id).execute();
    expect((await change(browser, postid, 'updatepost', { message: 'Otherwise' })).answer).toEqual({
      error: 'There is no such comment of yours.',
    });
  });

  test('is deleted for good, and a reply to it stands by itself', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const { postid } = await posted(browser, deal.thread_id, 'To be gone');
    const reply = await posted(browser, deal.thread_id, 'Answer', postid);
    expect((await change(browser, postid, 'deletepost')).answer).toEqual({ success: true });
    expect((await repliesTo(browser, deal.thread_id, '?threaded=1')).answer).toEqual({ replies: [{ ...reply, replies: [] }], next: null });
    expect((await repliesTo(browser, postid)).status).toBe(404);
    expect(await countOf(context, deal.thread_id)).toBe(1);
    const row = await context.db.selectFrom('comments').select('body').where('post_id', '=', postid).executeTakeFirstOrThrow();
    expect(row.body).toBe('');
    for (const again of ['deletepost', 'updatepost'])
      expect((await change(browser, postid, again, { message: 'Back' })).answer).toEqual({ error: 'There is no such comment of yours.' });
  });

  test('is nobody else’s to change', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { postid } = await posted((await verifiedMember(context)).browser, deal.thread_id, 'Mine');
    const { browser } = await verifiedMember(context);
    for (const what of ['updatepost', 'deletepost'])
      expect((await change(browser, postid, what, { message: 'Yours' })).answer).toEqual({ error: 'There is no such comment of yours.' });
    expect((await change(browser, postid, 'movepost')).status).toBe(400);
    expect(
      (await new Caller(context).call(editForm, { form: { do: 'deletepost', postid: String(postid), securitytoken: 'guest' } })).answer,
    ).toEqual({
      error: 'dologin',
    });
    expect((await repliesTo(browser, deal.thread_id)).answer).toMatchObject({ replies: [{ bodyHtml: '<p>Mine</p>' }] });
  });
});

eachDatabase('a plain form for a comment', (open) => {
  const drafts = ({ db }: Context) => db.selectFrom('drafts').select(['about', 'body']).execute();

  test('leads to the comment, on a page of right now', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const { securitytoken } = await browser.session();
    const form = { do: 'postreply', threadid: String(deal.thread_id), message: 'Without script', securitytoken };
    const { status, headers } = await browser.call(replyForm, { form, plain: true });
    const { post_id: postId } = await context.db.selectFrom('comments').select('post_id').executeTakeFirstOrThrow();
    expect([status, headers.get('location')]).toEqual([303, `/forums/showpost.php?p=${postId}`]);
    expect(await drafts(context)).toEqual([]);
  });

  test('that cannot be taken leads to the form again, and what was written is there', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    const { securitytoken } = await browser.session();
    const send = (form: Record<string, string>) =>
      browser.call(replyForm, { form: { do: 'postreply', threadid: String(deal.thread_id), ...form }, plain: true });
    const page = `/account/comment?threadid=${deal.thread_id}`;
    const tried: ({ message: string } & Record<string, string>)[] = [
      { message: 'No token' },
      { message: 'Wrong token', securitytoken: 'guest' },
      { message: 'x', securitytoken },
    ];
    for (const form of tried) {
      const { status, headers } = await send(form);
      expect([status, headers.get('location')]).toEqual([303, page]);
      expect(await drafts(context)).toEqual([{ about: `reply:${deal.thread_id}:0`, body: form.message }]);
    }
    expect(browser.jar.get('flash')).toContain('Please write at least 2 characters.');
    const guest = await new Caller(context).call(replyForm, { form: { threadid: String(deal.thread_id), message: 'Hello' }, plain: true });
    expect(guest.headers.get('location')).toBe(`/account/log-in?url=${encodeURIComponent(page)}`);
  });

  test('keeps twenty drafts of a member, the newest', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { browser } = await verifiedMember(context);
    for (let parent = 1; parent <= 25; parent += 1) {
      context.at.pass(1_000);
      await browser.call(replyForm, {
        form: { threadid: String(deal.thread_id), parentid: String(parent), message: 'Hello' },
        plain: true,
      });
    }
    const kept = (await drafts(context)).map(({ about }) => Number(about.split(':')[2])).toSorted((a, b) => a - b);
    expect(kept).toEqual(Array.from({ length: 20 }, (_none, index) => index + 6));
    context.at.pass(30 * DAY);
    await clearOldDrafts(context);
    expect(await drafts(context)).toHaveLength(1);
  });
});
