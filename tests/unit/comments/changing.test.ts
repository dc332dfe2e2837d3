import { expect, inject, onTestFinished, test } from 'vitest';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { lockPost, setPostStatus } from '../../../src/features/posts/post-status.server.ts';
import { lockDealOf } from '../../../src/features/posts/visible-comments.server.ts';
import { required } from '../../../src/lib/required.ts';
import { MINUTE, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { dealToDiscuss, posted, repliesTo } from '../../support/community.ts';
import { onDatabase, openServerCopy } from '../../support/databases.ts';
import { untilRowIsAwaited } from '../../support/waiting.ts';
import type { Context } from '../../../src/server/context.ts';

const countOf = async ({ db }: Context, threadId: number) =>
  (await db.selectFrom('deals').select('comment_count').where('thread_id', '=', threadId).executeTakeFirstOrThrow()).comment_count;
const change = (browser: Caller, postid: number, what: string, more: Record<string, string> = {}) =>
  browser.callAsMember(editForm, { form: { do: what, postid: String(postid), ...more } });

onDatabase('one’s own comment', (open) => {
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
      error: 'You have no such comment.',
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
      expect((await change(browser, postid, again, { message: 'Back' })).answer).toEqual({ error: 'You have no such comment.' });
  });

  test('is nobody else’s to change', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { postid } = await posted((await verifiedMember(context)).browser, deal.thread_id, 'Mine');
    const { browser } = await verifiedMember(context);
    for (const what of ['updatepost', 'deletepost'])
      expect((await change(browser, postid, what, { message: 'Yours' })).answer).toEqual({ error: 'You have no such comment.' });
    expect((await change(browser, postid, 'movepost')).status).toBe(400);
    expect(
      (await new Caller(context).call(editForm, { form: { do: 'deletepost', postid: String(postid), securitytoken: 'guest' } })).answer,
    ).toEqual({
      error: 'dologin',
    });
    expect((await repliesTo(browser, deal.thread_id)).answer).toMatchObject({ replies: [{ bodyHtml: '<p>Mine</p>' }] });
  });
});

const server = inject('postgres');

// The embedded database has one session, in which nobody waits for a row.
test.skipIf(!server)(
  'one’s own comment that a moderator hides at the same time is hidden, and neither is stopped by the other',
  async () => {
    const database = await openServerCopy(required(server, 'the server'));
    onTestFinished(() => database.close());
    const { context, deal } = await dealToDiscuss(() => Promise.resolve(database));
    const { db } = context;
    const { browser } = await verifiedMember(context);
    const { postid } = await posted(browser, deal.thread_id, 'As it was');
    const changing = await db.transaction().execute(async (transaction) => {
      await lockDealOf(transaction, postid);
      const sent = change(browser, postid, 'updatepost', { message: 'Otherwise' });
      await untilRowIsAwaited(db);
      const post = required(await lockPost(transaction, postid), 'the comment');
      await setPostStatus(transaction, post, { status: 'hidden' }, context.clock());
      // In an object it is not awaited before the decision is final.
      return { sent };
    });
    expect((await changing.sent).answer).toEqual({ error: 'You have no such comment.' });
    const row = await db.selectFrom('comments').select(['body', 'status']).where('post_id', '=', postid).executeTakeFirst();
    expect(row).toEqual({ body: 'As it was', status: 'hidden' });
  },
);
