import { expect, test } from 'vitest';
import { editForm } from '../../../src/features/comments/edit.server.ts';
import { DAY, HOUR, verifiedMember } from '../../support/accounts.ts';
import { dealToDiscuss, post, posted } from '../../support/community.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { moderate, newestAction, newModerator } from '../../support/moderation.ts';
import { announceTo, handedTo, setNotifications, toldTo } from '../../support/notifications.ts';

async function discussion(open: Open) {
  const { context, deal } = await dealToDiscuss(open);
  const [ada, bob, eve] = [await verifiedMember(context), await verifiedMember(context), await verifiedMember(context)];
  const on = `“${deal.title}”`;
  return {
    context,
    thread: deal.thread_id,
    postId: deal.post_id,
    ada,
    bob,
    eve,
    on,
    told: (who: typeof ada) => toldTo(context, who.userId),
  };
}

onDatabase('members are told', (open) => {
  test('of a reply to their comment, and of one to their deal, by mail as well', async () => {
    const { context, thread, ada, bob, on, told } = await discussion(open);
    await context.db.updateTable('deals').set({ posted_by: ada.userId }).where('thread_id', '=', thread).execute();
    const first = await posted(bob.browser, thread, 'Is it quiet');
    expect(await told(ada)).toEqual([`${bob.username} replied to you on ${on}`]);
    await posted(ada.browser, thread, 'It is', first.postid);
    expect(await told(bob)).toEqual([`${ada.username} replied to you on ${on}`]);
    await posted(bob.browser, thread, 'I said so', first.postid);
    expect([await told(ada), await told(bob)].map(({ length }) => length)).toEqual([1, 1]);
    expect(await handedTo(context, ada.userId)).toEqual(['reply email']);
  });

  test('of a title that is written from right to left as a whole, whose words keep their order in the sentence', async () => {
    const { context, thread, ada, bob, told } = await discussion(open);
    const title = 'אוזניות Sony WH-1000XM5 אלחוטיות (שחור)';
    await context.db.updateTable('deals').set({ posted_by: ada.userId, title }).where('thread_id', '=', thread).execute();
    await posted(bob.browser, thread, 'Is it quiet');
    expect(await told(ada)).toEqual([`${bob.username} replied to you on “\u2068${title}\u2069”`]);
  });

  test('of a quote of their words, by whomever it is answered, and of what they said first', async () => {
    const { thread, ada, bob, eve, on, told } = await discussion(open);
    await posted(ada.browser, thread, 'The stand\nwobbles a bit');
    const second = await posted(bob.browser, thread, 'Mine too: the stand wobbles a bit', undefined);
    await posted(eve.browser, thread, '> The stand\n> wobbles a bit\n\nNot here', second.postid);
    expect(await told(ada)).toEqual([`${eve.username} quoted you on ${on}`]);
    expect(await told(bob)).toEqual([`${eve.username} replied to you on ${on}`]);
    await posted(eve.browser, thread, '> Thanks\n\nAnything');
    await posted(eve.browser, thread, '> words that nobody wrote\n\nAnything else');
    expect([await told(ada), await told(bob)].map(({ length }) => length)).toEqual([1, 1]);
  });

  test('of a mention outside of code and quotes, once for a comment', async () => {
    const { context, thread, ada, bob, eve, on, told } = await discussion(open);
    const mention = `${eve.username} mentioned you on ${on}`;
    await posted(eve.browser, thread, `Ask @${ada.username.toUpperCase()}.`);
    expect(await told(ada)).toEqual([mention]);
    for (const nothing of [
      `\`@${ada.username}\``,
      `> @${ada.username} knows it\n\nReally`,
      `x@${ada.username}`,
      `@${ada.username}x`,
      '@nobody-there',
    ])
      await context.limits.clear('comment', eve.userId).then(() => posted(eve.browser, thread, nothing));
    expect(await told(ada)).toEqual([mention]);
    const first = await posted(bob.browser, thread, 'I keep both of them');
    await context.limits.clear('comment', eve.userId);
    await posted(eve.browser, thread, `> I keep both of them\n\n@${bob.username} @${ada.username} @${eve.username} why`, first.postid);
    expect(await told(bob)).toEqual([`${eve.username} replied to you on ${on}`]);
    expect(await told(ada)).toEqual([mention, mention]);
    expect(await told(eve)).toEqual([]);
  });

  test('of ten mentions of a comment at most, which are links to their pages', async () => {
    const { context, thread, ada, told } = await discussion(open);
    const many = await Promise.all(Array.from({ length: 11 }, () => verifiedMember(context)));
    const { bodyHtml } = await posted(ada.browser, thread, many.map(({ username }) => `@${username}`).join(', '));
    expect((await Promise.all(many.map(told))).map(({ length }) => length)).toEqual([...Array.from({ length: 10 }, () => 1), 0]);
    expect(bodyHtml).toContain(`<a href="/forums/member.php?u=${many[0]!.userId}" rel="ugc nofollow">@${many[0]!.username}</a>, `);
    expect(bodyHtml.match(/<a /g)).toHaveLength(10);
  });

  test('of an edit that mentions them, unless they were mentioned before', async () => {
    const { thread, ada, bob, eve, on, told } = await discussion(open);
    const { postid } = await posted(eve.browser, thread, `For @${ada.username}`);
    const edit = (message: string) => eve.browser.callAsMember(editForm, { form: { do: 'updatepost', postid: String(postid), message } });
    await edit(`For @${ada.username} and @${bob.username}`);
    await edit('For nobody');
    await edit(`For @${bob.username}`);
    expect([await told(ada), await told(bob)]).toEqual(Array.from({ length: 2 }, () => [`${eve.username} mentioned you on ${on}`]));
  });

  test('of nothing that is hidden or deleted meanwhile', async () => {
    const { context, thread, ada, eve, told } = await discussion(open);
    const { postid } = await posted(eve.browser, thread, `For @${ada.username}`);
    const unread = async () => (await ada.browser.session()).user!.unread;
    expect([await unread(), (await told(ada)).length]).toEqual([1, 1]);
    await context.db.updateTable('comments').set({ status: 'hidden' }).where('post_id', '=', postid).execute();
    expect([await unread(), await told(ada)]).toEqual([0, []]);
    await context.db.updateTable('comments').set({ status: 'shown' }).where('post_id', '=', postid).execute();
    await eve.browser.callAsMember(editForm, { form: { do: 'deletepost', postid: String(postid) } });
    expect([await unread(), await told(ada)]).toEqual([0, []]);
  });

  test('of nothing about a deal or by a member that they muted', async () => {
    const { thread, ada, bob, eve, on, told } = await discussion(open);
    await setNotifications(ada.browser, { do: 'mute-member', userid: String(eve.userId) });
    await posted(eve.browser, thread, `For @${ada.username}`);
    await posted(bob.browser, thread, `For @${ada.username}`);
    expect(await told(ada)).toEqual([`${bob.username} mentioned you on ${on}`]);
    await setNotifications(ada.browser, { do: 'mute-thread', threadid: String(thread) });
    await posted(bob.browser, thread, `And for @${ada.username}`);
    expect(await told(ada)).toHaveLength(1);
    await setNotifications(ada.browser, { do: 'unmute-thread', threadid: String(thread) });
    await setNotifications(ada.browser, { do: 'unmute-member', userid: String(eve.userId) });
    await posted(eve.browser, thread, `Again for @${ada.username}`);
    expect(await told(ada)).toHaveLength(2);
  });

  test('of nothing that an alert finds at a lower price of a deal that they muted, until they unmute it', async () => {
    const { context, thread, ada, told, on } = await discussion(open);
    const announced = (priceCents: number) => announceTo(context, ada.userId, { threadId: thread, priceCents });
    expect(await announced(3_000)).toBe(1);
    await setNotifications(ada.browser, { do: 'mute-thread', threadid: String(thread) });
    expect([await announced(2_000), (await told(ada)).length]).toEqual([0, 1]);
    await setNotifications(ada.browser, { do: 'unmute-thread', threadid: String(thread) });
    expect([await announced(2_000), await told(ada)]).toEqual([1, [expect.stringContaining(on), expect.stringContaining(on)]]);
  });

  test('by mail of five things an hour that one and the same member does, and of all on the site', async () => {
    const { context, thread, ada, bob, eve, told } = await discussion(open);
    const mentions = async (who: typeof eve, count: number) => {
      for (let n = 0; n < count; n++) {
        await context.limits.clear('comment', who.userId);
        await posted(who.browser, thread, `@${ada.username}, ${n} at ${context.clock().toISOString()}`);
      }
      return [(await told(ada)).length, (await handedTo(context, ada.userId)).length];
    };
    expect(await mentions(eve, 7)).toEqual([7, 5]);
    expect(await mentions(bob, 1)).toEqual([8, 6]);
    context.at.pass(HOUR);
    expect(await mentions(eve, 1)).toEqual([9, 7]);
  });

  test('in the ways that they chose, or not at all', async () => {
    const { context, thread, ada, eve, told } = await discussion(open);
    const mention = (text: string) => post(eve.browser, thread, `${text} @${ada.username}`);
    await setNotifications(ada.browser, { do: 'choose', mention: ['email'], reply: ['site'] });
    await mention('One');
    expect([(await told(ada)).length, (await ada.browser.session()).user!.unread]).toEqual([1, 0]);
    await setNotifications(ada.browser, { do: 'choose' });
    await mention('Two');
    expect(await handedTo(context, ada.userId)).toEqual(['mention email']);
    await setNotifications(ada.browser, { do: 'choose', mention: ['site', 'pigeon'] });
    await mention('Three');
    expect([(await told(ada)).length, (await ada.browser.session()).user!.unread]).toEqual([2, 1]);
    expect(await handedTo(context, ada.userId)).toEqual(['mention email']);
  });

  test('of what moderators decide about their posts, whatever they chose, and by mail not while they are suspended', async () => {
    const { context, thread, ada, eve, on, told } = await discussion(open);
    const moderator = await newModerator(context);
    await setNotifications(ada.browser, { do: 'choose', mention: ['email'] });
    const { postid } = await posted(ada.browser, thread, 'Buy my lamps');
    expect(await moderate(moderator, { do: 'hide', postid, seen: 0, reason: 'No ads', author: 'suspend-7' })).toMatchObject({
      success: true,
    });
    expect(await told(ada)).toEqual([
      expect.stringMatching(/^Your account is suspended until .*No ads$/),
      `A moderator hid your comment on ${on}. The moderator says: No ads`,
    ]);
    await posted(eve.browser, thread, `For @${ada.username}`);
    expect(await handedTo(context, ada.userId)).toEqual([]);
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    expect((await told(ada))[0]).toBe(`A moderator took back what was done to your comment on ${on}`);
    context.at.pass(8 * DAY);
    await post(eve.browser, thread, `Now for @${ada.username}`);
    expect(await handedTo(context, ada.userId)).toEqual(['mention email']);
  });
});
