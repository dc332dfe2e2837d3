import { expect, test } from 'vitest';
import { clearOldDrafts } from '../../../src/features/comments/drafts.server.ts';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { dealPath } from '../../../src/features/deals/deal.ts';
import { replyForm } from '../../../src/features/comments/post.server.ts';
import { DAY, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { dealToDiscuss } from '../../support/community.ts';
import { onDatabase } from '../../support/databases.ts';
import { watchWrites } from '../../support/watched-writes.ts';
import type { Context } from '../../../src/server/context.ts';

onDatabase('a plain form for a comment', (open) => {
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
    const change = { do: 'updatepost', postid: String(postId), message: 'Written anew', securitytoken };
    expect((await browser.call(editForm, { form: change, plain: true })).status).toBe(303);
    // The deal's page shows the comment itself: a message that was left would stand above whatever form is opened next.
    expect(browser.jar.get('flash')).toBeUndefined();
    const deleted = await browser.call(editForm, { form: { ...change, do: 'deletepost' }, plain: true });
    expect([deleted.status, deleted.headers.get('location')]).toEqual([303, dealPath({ threadId: deal.thread_id, title: deal.title })]);
    expect(browser.jar.get('flash')).toContain('Your comment is deleted.');
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
      if (!('securitytoken' in form)) expect(browser.jar.get('flash')).toContain('Your comment is not posted yet');
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
    const { watched, largest } = watchWrites(context);
    await clearOldDrafts(watched, 1);
    expect(await drafts(context)).toHaveLength(1);
    expect(largest()).toBe(1);
  });
});
