import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { expireNamedDeals, reviveNamedDeals } from '../../../src/features/editing/schedule.server.ts';
import { loadQueue } from '../../../src/features/moderation/queue.server.ts';
import { reportForm } from '../../../src/features/reports/report.server.ts';
import { clearOldReports } from '../../../src/features/reports/resolve.server.ts';
import { DAY, HOUR, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { onDatabase } from '../../support/databases.ts';
import {
  actionsOf,
  commentBy,
  DONE,
  establishedMember,
  moderate,
  newestAction,
  newModerator,
  report,
  reportedCatalogue,
  reportEnough,
  someMembers,
  statusOf,
} from '../../support/moderation.ts';
import { toldTo } from '../../support/notifications.ts';
import { watchWrites } from '../../support/watched-writes.ts';
import type { Context } from '../../../src/server/context.ts';

const SUCCESS = { success: true };
const reports = ({ db }: Context) => db.selectFrom('reports').selectAll().orderBy('id').execute();

onDatabase('a report', (open) => {
  test('is kept with its note, once a member, post and reason', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const ada = await verifiedMember(context);
    expect(await report(ada, deal.post_id, 'Spam', ' First line\r\nsecond ')).toEqual(SUCCESS);
    expect(await report(ada, deal.post_id, 'Spam', 'Again')).toEqual(SUCCESS);
    expect(await report(ada, deal.post_id, 'Repost')).toEqual(SUCCESS);
    expect((await reports(context)).map(({ reason, note, resolved_at }) => [reason, note, resolved_at])).toEqual([
      ['Spam', 'First line\nsecond', null],
      ['Repost', '', null],
    ]);
  });

  test('of a deal that was merged since its page was opened is refused, and says where it belongs', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const other = await context.db.selectFrom('deals').select('thread_id').where('post_id', '<>', deal.post_id).executeTakeFirstOrThrow();
    await mergeDeals(context, String(deal.thread_id), String(other.thread_id));
    expect(await report(await verifiedMember(context), deal.post_id, 'Repost')).toEqual({
      error: 'This deal was merged into another one. Please open it anew, and report what is wrong there.',
    });
    expect(await reports(context)).toEqual([]);
  });

  test('of a guest, a member who may not report, or about nothing, is refused', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const form = { postid: String(deal.post_id), reason: 'Spam', securitytoken: 'guest' };
    expect((await new Caller(context).call(reportForm, { form })).answer).toEqual({ error: 'dologin' });
    expect(await report(await newMember(context), deal.post_id, 'Spam')).toEqual({ error: 'Unverified Email' });
    const suspended = await verifiedMember(context);
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', suspended.userId).execute();
    expect(await report(suspended, deal.post_id, 'Spam')).toEqual({ error: 'Your account is suspended until 11/22/26 at 12:00 UTC.' });
    const ada = await verifiedMember(context);
    const gone = { error: 'This post no longer exists.' };
    for (const postid of [999_999, 0, -1, 1.5, Number.NaN, 2 ** 70]) expect(await report(ada, postid, 'Spam')).toEqual(gone);
    expect(await report(ada, deal.post_id, 'Boring')).toEqual({ error: 'Please choose a reason.' });
    for (const reason of ['Expired', 'Works again'])
      expect(await report(ada, comment, reason)).toEqual({ error: 'This reason is only for deals. Please choose another one.' });
    expect(await report(ada, deal.post_id, 'Spam', 'x'.repeat(501))).toEqual({ error: 'Use at most 500 characters.' });
    await context.db.updateTable('deals').set({ status: 'scheduled', starts_at: null }).where('post_id', '=', deal.post_id).execute();
    expect(await report(ada, deal.post_id, 'Spam')).toEqual(gone);
    expect(await reports(context)).toEqual([]);
  });

  test('is limited', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const ada = await verifiedMember(context);
    for (let count = 0; count < 30; count++) expect(await report(ada, deal.post_id, 'Spam')).toEqual(SUCCESS);
    expect(await report(ada, deal.post_id, 'Spam')).toMatchObject({ message: 'Too many tries. Please wait a few minutes.' });
  });

  test('without script is made on a page that carries the token, and thanked for there', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const { browser } = await verifiedMember(context);
    const form = { postid: String(comment), reason: 'Spam' };
    const page = `/account/report?postid=${comment}`;
    const sent = await browser.call(reportForm, { form, plain: true });
    expect([sent.status, sent.headers.get('location'), browser.jar.has('flash')]).toEqual([303, page, false]);
    const { securitytoken } = await browser.session();
    const confirmed = await browser.call(reportForm, { form: { ...form, securitytoken }, plain: true });
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, page]);
    expect(browser.jar.get('flash')).toContain('Thank you. A moderator will look at it.');
    // A refused one keeps the note, as far as the cookie holds it.
    for (const [note, kept] of [
      ['x'.repeat(500), { comment: 'x'.repeat(500) }],
      ['え'.repeat(500), {}],
    ] as const) {
      const refused = { ...form, reason: 'Expired', comment: note, securitytoken };
      const { set } = await browser.call(reportForm, { form: refused, plain: true });
      expect(set.find((line) => line.startsWith('flash='))!.length).toBeLessThan(4_000);
      expect(JSON.parse(browser.jar.get('flash')!)).toMatchObject({
        refused: true,
        kept: { postid: form.postid, reason: 'Expired', ...kept },
      });
    }
  });
});

onDatabase('reports on a comment', (open) => {
  test('of three members at once hide it, and it counts no more among its deal’s comments', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const counted = () =>
      context.db.selectFrom('deals').select('comment_count').where('thread_id', '=', deal.thread_id).executeTakeFirstOrThrow();
    const before = (await counted()).comment_count;
    const members = await someMembers(context, 6);
    const reasons = ['Spam', 'Troll', 'Repost'];
    const answers = await Promise.all(members.map((member, index) => report(member, comment, reasons[index % 3]!)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(SUCCESS)]));
    expect(await statusOf(context, comment)).toBe('hidden');
    expect((await counted()).comment_count).toBe(before - 1);
    expect((await actionsOf(context)).map(([action, by]) => [action, by])).toEqual([['hide', 'reports']]);
    // Those that came after it was hidden add nothing.
    expect(await reports(context)).toHaveLength(3);
  });

  test('of one member, whatever the reasons, do not', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const [ada, bob] = await someMembers(context, 2);
    await Promise.all(['Spam', 'Spam', 'Repost', 'Troll', 'Other'].map((reason) => report(ada!, comment, reason)));
    await report(bob!, comment, 'Spam');
    expect([await statusOf(context, comment), await actionsOf(context)]).toEqual(['shown', []]);
    expect(await reports(context)).toHaveLength(5);
  });

  test('do not count any more once a moderator has kept it: then it takes three new ones', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    const [ada, bob, eve, ...others] = await someMembers(context, 6);
    for (const member of [ada!, bob!, eve!]) await report(member, comment, 'Spam');
    expect(await moderate(moderator, { do: 'keep', postid: comment })).toEqual(DONE('Kept.'));
    expect(await statusOf(context, comment)).toBe('shown');
    for (const member of [ada!, bob!, eve!, others[0]!, others[1]!]) await report(member, comment, 'Troll');
    expect(await statusOf(context, comment)).toBe('shown');
    await report(others[2]!, comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('hidden');
    expect(await actionsOf(context)).toEqual([
      ['hide', 'reports', 'Spam'],
      ['keep', 'moderator', 'Spam'],
      ['hide', 'reports', 'Troll, Spam'],
    ]);
  });
});

onDatabase('the author of a comment that reports hide', (open) => {
  const TOLD =
    'Your comment on “Deal number 1” is hidden, because members reported it. A moderator will look at it and decide. Please do not post it again.';

  test('is told once, and nothing of who reported it or why', async () => {
    const { context, author, comment } = await reportedCatalogue(open);
    const members = await someMembers(context, 5);
    for (const member of members.slice(0, 2)) await report(member, comment, 'Spam', 'He always does this');
    expect(await toldTo(context, author.userId)).toEqual([]);
    for (const member of members.slice(2)) await report(member, comment, 'Troll');
    expect(await toldTo(context, author.userId)).toEqual([TOLD]);
    const kept = JSON.stringify(await context.db.selectFrom('notifications').selectAll().execute());
    for (const { username } of members) expect(kept).not.toContain(username);
    expect(await context.db.selectFrom('notifications').select('actor_id').execute()).toEqual([{ actor_id: null }]);
  });

  test('is told when a moderator keeps it, or takes back what the reports did', async () => {
    const { context, author, deal, comment } = await reportedCatalogue(open);
    const moderator = await newModerator(context);
    await reportEnough(context, comment, 'Spam');
    await moderate(moderator, { do: 'keep', postid: comment });
    const shownAgain = 'A moderator looked at your comment on “Deal number 1”, and it shows again';
    expect(await toldTo(context, author.userId)).toEqual([shownAgain, TOLD]);
    const other = await commentBy(context, author, deal.thread_id);
    await reportEnough(context, other, 'Spam');
    await moderate(moderator, { do: 'undo', action: await newestAction(context, 'hide') });
    expect((await toldTo(context, author.userId))[0]).toBe('A moderator took back what was done to your comment on “Deal number 1”');
  });

  test('is told nothing while suspended', async () => {
    const { context, author, comment } = await reportedCatalogue(open);
    const until = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('accounts').set({ suspended_until: until }).where('user_id', '=', author.userId).execute();
    await reportEnough(context, comment, 'Spam');
    expect([await statusOf(context, comment), await toldTo(context, author.userId)]).toEqual(['hidden', []]);
  });
});

onDatabase('reports that do nothing by themselves', (open) => {
  test('are those of accounts that are younger than a day and of no reputation; moderators see them all the same', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    const young = await Promise.all([1, 2, 3, 4].map(() => verifiedMember(context)));
    for (const member of young) {
      expect(await report(member, comment, 'Spam')).toEqual(SUCCESS);
      expect(await report(member, deal.post_id, 'Expired')).toEqual(SUCCESS);
    }
    expect([await statusOf(context, comment), await statusOf(context, deal.post_id)]).toEqual(['shown', 'live']);
    expect((await loadQueue(context, new URLSearchParams()))!.posts.map(({ reports: [first] }) => first)).toEqual([
      { reason: 'Expired', count: 4 },
      { reason: 'Spam', count: 4 },
    ]);
    await reportEnough(context, deal.post_id, 'Expired');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
    await report(young[0]!, deal.post_id, 'Works again');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
    // Others think well of them.
    const known = await Promise.all([1, 2, 3].map(() => verifiedMember(context)));
    const ids = known.map(({ userId }) => userId);
    await context.db.updateTable('members').set({ reputation: 1 }).where('user_id', 'in', ids).execute();
    for (const member of known) await report(member, comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('hidden');
  });

  test('are more than one from a network or a browser', async () => {
    const { context, comment } = await reportedCatalogue(open);
    const [ada, bob, eve, joe] = await someMembers(context, 4);
    await report(ada!, comment, 'Spam');
    for (const [name, value] of ada!.browser.jar) if (name === 'browser') bob!.browser.jar.set(name, value);
    await report(bob!, comment, 'Spam');
    const neighbour = new Caller(context, bob!.browser.network);
    for (const [name, value] of eve!.browser.jar) neighbour.jar.set(name, value);
    await report({ browser: neighbour }, comment, 'Spam');
    await report(joe!, comment, 'Troll');
    expect([await statusOf(context, comment), (await reports(context)).length]).toEqual(['shown', 4]);
    await report(await establishedMember(context), comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('hidden');
  });

  test('are those that nobody has seen to for a month: where they came from is forgotten', async () => {
    const { context, comment } = await reportedCatalogue(open);
    for (const member of await someMembers(context, 2)) await report(member, comment, 'Spam');
    expect((await reports(context)).every(({ network, browser }) => network !== null && browser !== null)).toBe(true);
    context.at.pass(30 * DAY + 1);
    const { watched, largest } = watchWrites(context);
    await clearOldReports(watched, 1);
    expect((await reports(context)).every(({ network, browser }) => network === null && browser === null)).toBe(true);
    expect(largest()).toBe(1);
    await report(await establishedMember(context), comment, 'Spam');
    expect(await statusOf(context, comment)).toBe('shown');
  });
});

onDatabase('reports on a deal', (open) => {
  test('that it is spam leave it as it is', async () => {
    const { context, deal } = await reportedCatalogue(open);
    await reportEnough(context, deal.post_id, 'Spam');
    expect([await statusOf(context, deal.post_id), await actionsOf(context)]).toEqual(['live', []]);
  });

  test('that it has expired expire it when three members say so, and one says that it works again', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const [ada, bob, eve] = await someMembers(context, 3);
    context.at.pass(HOUR);
    await Promise.all([1, 2, 3].map(() => report(ada!, deal.post_id, 'Expired')));
    await report(bob!, deal.post_id, 'Expired');
    expect(await report(bob!, deal.post_id, 'Works again')).toEqual(SUCCESS);
    expect(await statusOf(context, deal.post_id)).toBe('live');
    await report(eve!, deal.post_id, 'Expired');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
    const { updated_at: updated } = await context.db
      .selectFrom('deals')
      .select('updated_at')
      .where('post_id', '=', deal.post_id)
      .executeTakeFirstOrThrow();
    expect(updated).toEqual(context.clock());
    context.at.pass(HOUR);
    expect(await report(bob!, deal.post_id, 'Works again')).toEqual(SUCCESS);
    expect(await statusOf(context, deal.post_id)).toBe('live');
    expect(await actionsOf(context)).toEqual([
      ['expire', 'reports', 'Expired'],
      ['revive', 'reports', 'Works again'],
    ]);
    expect((await reports(context)).every(({ resolved_at }) => resolved_at !== null)).toBe(true);
    await reportEnough(context, deal.post_id, 'Expired');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
  });

  test('do not revive what an editor or its date expired', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const ada = await establishedMember(context);
    const name = String(deal.thread_id);
    await expireNamedDeals(context, [name]);
    await report(ada, deal.post_id, 'Works again');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
    await reviveNamedDeals(context, [name]);
    await reportEnough(context, deal.post_id, 'Expired');
    context.at.pass(HOUR);
    // An editor has the last word, also after members.
    await reviveNamedDeals(context, [name]);
    await expireNamedDeals(context, [name]);
    await report(await establishedMember(context), deal.post_id, 'Works again');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
  });

  test('do not revive what its date has expired meanwhile', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const ends = new Date(context.clock().getTime() + DAY);
    await context.db.updateTable('deals').set({ expires_at: ends }).where('post_id', '=', deal.post_id).execute();
    await reportEnough(context, deal.post_id, 'Expired');
    context.at.pass(2 * DAY);
    await report(await establishedMember(context), deal.post_id, 'Works again');
    expect(await statusOf(context, deal.post_id)).toBe('expired');
  });
});

onDatabase('reports that are resolved', (open) => {
  test('are forgotten after a year, and those that are open are not', async () => {
    const { context, deal, comment } = await reportedCatalogue(open);
    await reportEnough(context, comment, 'Spam');
    await moderate(await newModerator(context), { do: 'keep', postid: comment });
    await report(await verifiedMember(context), deal.post_id, 'Spam');
    context.at.pass(364 * DAY);
    await clearOldReports(context);
    expect(await reports(context)).toHaveLength(4);
    context.at.pass(2 * DAY);
    const { watched, largest } = watchWrites(context);
    await clearOldReports(watched, 2);
    expect((await reports(context)).map(({ post_id }) => post_id)).toEqual([deal.post_id]);
    expect(largest()).toBe(2);
  });
});
