import { expect, test } from 'vitest';
import { clearOldNotifications } from '../../../src/features/notifications/cleanup.server.ts';
import { notificationData } from '../../../src/features/notifications/data.server.ts';
import { listNotifications } from '../../../src/features/notifications/list.server.ts';
import { notify } from '../../../src/features/notifications/notify.server.ts';
import { alertChannels } from '../../../src/features/alerts/channels.ts';
import { offeredChannels } from '../../../src/features/notifications/kinds.ts';
import { loadNotifications } from '../../../src/features/notifications/page.server.ts';
import { openNotification } from '../../../src/features/notifications/read.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, HOUR, newMember, verifiedMember } from '../../support/accounts.ts';
import { deal, importRecords, member, surroundings } from '../../support/catalogue.ts';
import { dealToDiscuss, posted } from '../../support/community.ts';
import { onDatabase, type Open } from '../../support/databases.ts';
import { setNotifications, toldTo } from '../../support/notifications.ts';

const pages = (context: Context, userId: number, query = '') => listNotifications(context, userId, new URLSearchParams(query));

async function told(open: Open) {
  const { context, deal } = await dealToDiscuss(open);
  const [ada, eve] = [await verifiedMember(context), await verifiedMember(context)];
  const tell = (text: string) => notify(context.db, { kind: 'moderation', userIds: [ada.userId], data: { text } }, context.clock());
  const unread = async () => (await ada.browser.session()).user!.unread;
  const openLink = (userId: number, id: string, headers: Record<string, string> = {}) => {
    const url = new URL(`http://localhost:4321/account/notifications?open=${id}`);
    return openNotification({ locals: { context }, url, request: new Request(url, { headers }) }, userId);
  };
  return { context, thread: deal.thread_id, ada, eve, tell, unread, opened: openLink };
}

onDatabase('the list of notifications', (open) => {
  test('has choices of push where the site sends pushes', async () => {
    const { db } = await open();
    const choices = async (settings: Record<string, string>) =>
      loadNotifications(accountsContext(db, settings), 1, new URLSearchParams('view=settings'));
    expect(await choices({})).toMatchObject({ offersPush: true });
    expect(await choices({ OFFLINE_PAGES: '0' })).toMatchObject({ offersPush: false });
    expect([offeredChannels(false), alertChannels(false)]).toEqual([
      ['site', 'email'],
      ['email', 'feed'],
    ]);
  });

  test('has a member’s own ones, the newest first, by days of their time zone, in pages', async () => {
    const { context, ada, eve, tell } = await told(open);
    await tell('The first');
    context.at.pass(20 * HOUR);
    await tell('The second');
    const named = async () =>
      (await pages(context, ada.userId))!.days.map(({ name, notifications }) => [name, notifications.map(({ title }) => title)]);
    expect(await named()).toEqual([
      ['Today', ['The second']],
      ['Yesterday', ['The first']],
    ]);
    await context.db.insertInto('notification_settings').values({ user_id: ada.userId, time_zone: 'America/Los_Angeles' }).execute();
    context.at.pass(25 * HOUR);
    expect(await named()).toEqual([
      ['Yesterday', ['The second']],
      ['November 21, 2026', ['The first']],
    ]);
    for (let count = 0; count < 40; count++) await tell(`More ${count}`);
    const [first, second] = [await pages(context, ada.userId), await pages(context, ada.userId, 'page=2')];
    expect([first!.pages, first!.unread]).toEqual([2, 42]);
    expect(first!.days.flatMap(({ notifications }) => notifications)).toHaveLength(30);
    expect(second!.days.flatMap(({ notifications }) => notifications).at(-1)!.title).toBe('The first');
    for (const none of ['page=0', 'page=3']) expect(await pages(context, ada.userId, none), none).toBeUndefined();
    expect((await pages(context, eve.userId))!.days).toEqual([]);
  });

  test('knows yesterday also where the clocks have changed', async () => {
    const { context, ada, tell } = await told(open);
    await context.db.insertInto('notification_settings').values({ user_id: ada.userId, time_zone: 'America/New_York' }).execute();
    const daysAt = async (now: string) => {
      context.at.now = new Date(now);
      return (await pages(context, ada.userId))!.days.map(({ name, notifications }) => [name, notifications[0]!.title]);
    };
    const tellAt = async (now: string, text: string) => {
      context.at.now = new Date(now);
      await tell(text);
    };
    await tellAt('2027-03-13T12:00-05:00', 'On Saturday');
    await tellAt('2027-03-14T12:00-04:00', 'On the day of 23 hours');
    const spring = ['March 13, 2027', 'On Saturday'];
    expect(await daysAt('2027-03-15T00:30-04:00')).toEqual([['Yesterday', 'On the day of 23 hours'], spring]);
    await tellAt('2027-11-06T12:00-04:00', 'Before the day of 25 hours');
    expect((await daysAt('2027-11-07T23:30-05:00'))[0]).toEqual(['Yesterday', 'Before the day of 25 hours']);
  });

  test('leads to what a notification is about, and marks it as read for its owner, not for a browser that looks ahead', async () => {
    const { context, thread, ada, eve, unread, opened } = await told(open);
    const { postid } = await posted(eve.browser, thread, `For @${ada.username}`);
    const [{ id }] = (await context.db.selectFrom('notifications').select('id').execute()) as [{ id: number }];
    const to = async (userId: number, asked: string, headers?: Record<string, string>) =>
      (await opened(userId, asked, headers))?.headers.get('location');
    expect(await to(eve.userId, `${id}`)).toBe('/account/notifications');
    expect(await to(ada.userId, `${id}`, { 'sec-purpose': 'prefetch;prerender' })).toBe(`/forums/showpost.php?p=${postid}`);
    expect(await unread()).toBe(1);
    expect(await to(ada.userId, `${id}`)).toBe(`/forums/showpost.php?p=${postid}`);
    expect(await unread()).toBe(0);
    for (const wrong of ['', 'x', '0', '999999']) expect(await to(ada.userId, wrong)).toBe('/account/notifications');
    await context.db.updateTable('comments').set({ status: 'hidden' }).where('post_id', '=', postid).execute();
    expect(await to(ada.userId, `${id}`)).toBe('/account/notifications');
  });

  test('is marked as read as a whole, by its owner', async () => {
    const { ada, eve, tell, unread } = await told(open);
    await tell('One');
    await tell('Two');
    await setNotifications(eve.browser, { do: 'read-all' });
    expect(await unread()).toBe(2);
    expect((await setNotifications(ada.browser, { do: 'read-all' })).answer).toMatchObject({ success: true });
    expect(await unread()).toBe(0);
  });

  test('is in the member’s data, with what they chose and muted, until the account is gone', async () => {
    const { context, thread, ada, eve, tell } = await told(open);
    await tell('One');
    await setNotifications(ada.browser, { do: 'choose', reply: ['email'] });
    await setNotifications(ada.browser, { do: 'mute-thread', threadid: String(thread) });
    await setNotifications(ada.browser, { do: 'mute-member', userid: String(eve.userId) });
    const data = () => notificationData(context.db, ada.userId);
    expect(await data()).toMatchObject({
      told: [{ kind: 'moderation', data: { text: 'One' } }],
      choices: expect.arrayContaining([{ kind: 'reply', channels: ['email'] }]) as unknown,
      mutedDeals: [{ thread_id: thread }],
      mutedMembers: [{ muted_id: eve.userId }],
    });
    await context.db.deleteFrom('members').where('user_id', '=', ada.userId).execute();
    expect(await data()).toEqual({ told: [], deliveries: [], choices: [], devices: [], mutedDeals: [], mutedMembers: [] });
  });

  test('forgets what was read 90 days ago, and everything after a year', async () => {
    const { context, ada, tell } = await told(open);
    await tell('Read');
    await setNotifications(ada.browser, { do: 'read-all' });
    context.at.pass(DAY);
    await tell('Not read');
    const left = async () => {
      await clearOldNotifications(context);
      return toldTo(context, ada.userId);
    };
    context.at.pass(89 * DAY - 1);
    expect(await left()).toEqual(['Not read', 'Read']);
    context.at.pass(2);
    expect(await left()).toEqual(['Not read']);
    context.at.pass(275 * DAY);
    expect(await left()).toEqual(['Not read']);
    context.at.pass(DAY);
    expect(await left()).toEqual([]);
  });

  test('are all forgotten, however many at a time', async () => {
    const { context, ada, tell } = await told(open);
    for (const text of ['1', '2', '3', '4', '5']) await tell(text);
    context.at.pass(365 * DAY + 1);
    await tell('New');
    await clearOldNotifications(context, 2);
    expect(await toldTo(context, ada.userId)).toEqual(['New']);
  });
});

onDatabase('the form about notifications', (open) => {
  test('refuses what it does not know, and guests', async () => {
    const { ada, context } = await told(open);
    const forms: Record<string, string>[] = [{}, { do: 'nothing' }, { do: 'mute-thread' }, { do: 'mute-member', userid: '99999999999' }];
    for (const form of forms)
      expect((await setNotifications(ada.browser, form)).answer).toEqual({ error: 'This form is not complete. Nothing was changed.' });
    const { browser } = await newMember(context);
    browser.jar.clear();
    expect((await setNotifications(browser, { do: 'read-all' })).answer).toMatchObject({ error: 'dologin' });
  });

  test('says why a deal or a member cannot be muted: who is gone, oneself, and more than 500 of each', async () => {
    const { ada, eve, thread, context } = await told(open);
    const mute = async (form: Record<string, string>) => (await setNotifications(ada.browser, form)).answer;
    expect(await mute({ do: 'mute-thread', threadid: '999999' })).toEqual({ error: 'This deal no longer exists.' });
    expect(await mute({ do: 'mute-member', userid: '999999' })).toEqual({ error: 'This member no longer exists.' });
    expect(await mute({ do: 'mute-member', userid: String(ada.userId) })).toEqual({ error: 'You cannot mute yourself.' });

    const many = Array.from({ length: 500 }, (_, index) => `muted-${index}`);
    const records = many.flatMap((sourceId) => [member({ sourceId, username: sourceId }), deal({ sourceId, title: sourceId })]);
    await importRecords(context, [...surroundings(), ...records]);
    const muted = { user_id: ada.userId, muted_at: context.clock() };
    const deals = await context.db.selectFrom('deals').select('thread_id').where('source_id', 'in', many).execute();
    const members = await context.db.selectFrom('members').select('user_id as muted_id').where('source_id', 'in', many).execute();
    await context.db
      .insertInto('muted_threads')
      .values(deals.map((one) => ({ ...muted, ...one })))
      .execute();
    await context.db
      .insertInto('muted_members')
      .values(members.map((one) => ({ ...muted, ...one })))
      .execute();
    const full = (what: string) => ({
      error: `You have muted 500 ${what}, which is the limit. Please unmute some first, in the settings.`,
    });
    const anotherThread = { do: 'mute-thread', threadid: String(thread) };
    const anotherMember = { do: 'mute-member', userid: String(eve.userId) };
    expect([await mute(anotherThread), await mute(anotherMember)]).toEqual([full('deals'), full('members')]);

    // What is muted already stays so, and one less makes room for another.
    expect(await mute({ do: 'mute-thread', threadid: String(deals[0]!.thread_id) })).toMatchObject({ success: true });
    await mute({ do: 'unmute-thread', threadid: String(deals[0]!.thread_id) });
    await mute({ do: 'unmute-member', userid: String(members[0]!.muted_id) });
    // Two at once do not both take the last place.
    const more = [anotherThread, { do: 'mute-thread', threadid: String(deals[0]!.thread_id) }];
    const others = [anotherMember, { do: 'mute-member', userid: String(members[0]!.muted_id) }];
    const answers = await Promise.all([...more, ...others].map(mute));
    expect(answers.filter((answer) => JSON.stringify(answer).includes('error'))).toEqual([full('deals'), full('members')]);
  });
});
