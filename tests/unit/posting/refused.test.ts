import { expect, test } from 'vitest';
import { refusePost } from '../../../src/features/desk/decide-post.server.ts';
import { loadOwnPosts, ownPostsActions } from '../../../src/features/posting/own-posts.server.ts';
import { postForm } from '../../../src/features/posting/post.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, verifiedMember } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { newModerator } from '../../support/moderation.ts';
import { catalogueToPostIn, LAMP, pageOf, post, submissionsOf } from '../../support/posting.ts';
import { required } from '../../../src/lib/required.ts';

onDatabase('a deal that was refused', (open) => {
  async function refusedLamp() {
    const context = await catalogueToPostIn(open);
    const bob = await verifiedMember(context);
    await post(bob, { ...LAMP, image: 'https://north-mart.example/lamp.jpg' });
    const { id } = required((await submissionsOf(context))[0], 'what waits');
    await refusePost(context, (await newModerator(context)).userId, { id, revision: 1 }, 'It is sold out');
    const sendAgain = (fields: Record<string, string>) => post(bob, { ...LAMP, again: String(id), ...fields });
    return { context, bob, id, sendAgain };
  }
  const statusesOf = async (context: Context) => (await submissionsOf(context)).map(({ status, fields }) => [status, fields['title']]);
  const listed = async (context: Context, { userId }: { userId: number }) =>
    required(await loadOwnPosts(context, userId, new URLSearchParams()), 'the page').unpublished;

  test('is changed in a form that has all of it, with why it was refused, and waits as a new one', async () => {
    const { context, bob, id, sendAgain } = await refusedLamp();
    expect(await pageOf(context, bob.browser, `again=${id}`)).toMatchObject({
      ...{ of: { again: id }, reason: 'It is sold out' },
      draft: { fields: { ...LAMP, image: 'https://north-mart.example/lamp.jpg' } },
    });
    // Although such an account posts at once by now.
    context.at.pass(DAY);
    expect(await sendAgain({ title: 'Brass lamp' })).toEqual({ waiting: true });
    expect(await statusesOf(context)).toEqual([
      ['refused', LAMP.title],
      ['waiting', 'Brass lamp'],
    ]);
    expect((await listed(context, bob)).map(({ status, isSentAgain }) => [status, isSentAgain])).toEqual([
      ['waiting', false],
      ['refused', true],
    ]);
  });

  test('is sent again once, also twice at once, until that is withdrawn', async () => {
    const { context, bob, id, sendAgain } = await refusedLamp();
    expect(await Promise.all([sendAgain({}), sendAgain({})])).toEqual([{ waiting: true }, { waiting: true }]);
    expect(await sendAgain({ title: 'Brass lamp' })).toEqual({
      error: 'You have sent this deal again already: it is in the list of what you posted.',
    });
    const [, again] = await submissionsOf(context);
    await expect(pageOf(context, bob.browser, `again=${id}`)).rejects.toThrow('the page');
    await bob.browser.callAsMember(ownPostsActions, { form: { do: 'withdraw', waiting: String(again?.id) } });
    expect(await listed(context, bob)).toMatchObject([{ id, isSentAgain: false }]);
    expect(await sendAgain({ title: 'Brass lamp' })).toEqual({ waiting: true });
  });

  test('is sent again by its poster alone, and by the rules of posting', async () => {
    const { context, bob, id, sendAgain } = await refusedLamp();
    const eve = await verifiedMember(context);
    expect(await post(eve, { ...LAMP, again: String(id) })).toMatchObject({ error: expect.stringContaining('not kept') as unknown });
    await expect(pageOf(context, eve.browser, `again=${id}`)).rejects.toThrow('the page');
    expect(await sendAgain({ price: 'cheap' })).toMatchObject({ field: 'price' });
    expect(await sendAgain({ again: 'x' })).toMatchObject({ message: 'again must be the number of a deal that was refused.' });
    while ((await context.limits.take('deal-post', bob.userId)) === 0);
    expect(await sendAgain({})).toMatchObject({ status: 'error' });
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', bob.userId).execute();
    expect(await sendAgain({})).toEqual({ error: expect.stringContaining('suspended until') as unknown });
    expect(await submissionsOf(context)).toHaveLength(1);
  });

  test('is not said to be posted when its form is sent once more, and a late change of it is not lost', async () => {
    const { context, bob, id } = await refusedLamp();
    const { key } = required((await submissionsOf(context))[0], 'what was refused');
    expect(await post(bob, { ...LAMP, image: 'https://north-mart.example/lamp.jpg', key })).toEqual({
      error: expect.stringContaining('did not publish this deal') as unknown,
    });
    const { securitytoken } = await bob.browser.session();
    const late = { do: 'submit', ...LAMP, title: 'Brass lamp', waiting: String(id), securitytoken };
    const { headers } = await bob.browser.call(postForm, { form: late, plain: true });
    expect(headers.get('location')).toBe('/account/posts');
    expect((await pageOf(context, bob.browser, `again=${id}`)).draft.fields.title).toBe('Brass lamp');
  });
});
