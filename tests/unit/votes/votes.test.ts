import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loginActions } from '../../../src/features/accounts/actions.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { clearOrigins } from '../../../src/features/votes/origins.server.ts';
import { castVote, voteForm } from '../../../src/features/votes/votes.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, DAY, MINUTE, newMember, tryLogIn, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { eachDatabase, eachNewDatabase, type Open } from '../../support/databases.ts';
import { rowsRead } from '../../support/plans.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { watchWrites } from '../../support/watched-writes.ts';

async function catalogue(open: Open) {
  const context = accountsContext((await open()).db);
  await publishedCatalogue(context, 3);
  const deal = await context.db.selectFrom('deals').select(['thread_id', 'post_id', 'votes_up', 'votes_down']).executeTakeFirstOrThrow();
  return { context, deal };
}
const vote = (browser: Caller, postid: number, cast: string, votetypeid = '1') =>
  browser.callAsMember(voteForm, { form: { postid: String(postid), votetypeid, vote: cast } });
const counted = (context: Context, postid: number) =>
  context.db.selectFrom('deals').select(['votes_up', 'votes_down', 'rank']).where('post_id', '=', postid).executeTakeFirstOrThrow();

eachDatabase('a vote', (open) => {
  const TRANSITIONS: [string, string, number][] = [
    ['1', '-1', -2],
    ['1', '0', -1],
    ['1', '1', 0],
    ['-1', '1', 2],
    ['-1', '0', 1],
    ['-1', '-1', 0],
    ['0', '1', 1],
    ['0', '-1', -1],
    ['0', '0', 0],
  ];

  test.each([
    ['deal', '1'],
    ['comment', '2'],
  ] as const)('on a %s, from any to any, changes the score by what the table says', async (kind, votetypeid) => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const comment = await context.db.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
    const { thread_id: threadid, post_id: postid, votes_up: ups, votes_down: downs } = kind === 'deal' ? deal : comment;
    const counts = context.db.selectFrom(`${kind}s`).select(['votes_up', 'votes_down']).where('post_id', '=', postid);
    for (const [first, second, voted] of TRANSITIONS) {
      await vote(browser, postid, first, votetypeid);
      const { answer } = await vote(browser, postid, second, votetypeid);
      expect(answer, `from ${first} to ${second}`).toEqual({ threadid, postid, score: ups - downs + Number(second), voted });
      const after = { votes_up: ups + Number(second === '1'), votes_down: downs + Number(second === '-1') };
      expect(await counts.executeTakeFirst(), `from ${first} to ${second}`).toEqual(after);
      await vote(browser, postid, '0', votetypeid);
    }
  });

  test('of a member whose account has just been deleted does not count', async () => {
    const { context, deal } = await catalogue(open);
    const { userId } = await verifiedMember(context);
    await context.db.deleteFrom('members').where('user_id', '=', userId).execute();
    // The session was read before.
    const cast = { postid: deal.post_id, votetypeid: 1, vote: 1 } as const;
    expect(await castVote(context, userId, cast, { network: null, browser: null })).toBeUndefined();
    expect(await counted(context, deal.post_id)).toMatchObject({ votes_up: deal.votes_up });
  });

  test('of one member two hundred times at once counts once, and of fifty members fifty times', async () => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const { securitytoken } = await browser.session();
    const form = { postid: String(deal.post_id), votetypeid: '1', vote: '1', securitytoken };
    await Promise.all(Array.from({ length: 200 }, () => browser.call(voteForm, { form })));
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 1);
    const members = await Promise.all(Array.from({ length: 50 }, () => verifiedMember(context)));
    await Promise.all(members.map((member) => vote(member.browser, deal.post_id, '1')));
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 51);
  });

  test('moves the deal in hot order', async () => {
    const { context } = await catalogue(open);
    const deal = await context.db.selectFrom('deals').select(['post_id', 'rank']).where('votes_up', '=', 7).executeTakeFirstOrThrow();
    await vote((await verifiedMember(context)).browser, deal.post_id, '1');
    expect((await counted(context, deal.post_id)).rank).toBeGreaterThan(deal.rank);
  });

  test('on a comment that is not shown is not counted', async () => {
    const { context } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const comments = await context.db.selectFrom('comments').select('post_id').limit(2).execute();
    for (const [index, status] of (['hidden', 'deleted'] as const).entries()) {
      const postid = comments[index]!.post_id;
      await context.db.updateTable('comments').set({ status }).where('post_id', '=', postid).execute();
      expect((await vote(browser, postid, '1', '2')).answer).toEqual({ error: 'This post no longer exists.' });
    }
    expect(await context.db.selectFrom('votes').selectAll().execute()).toEqual([]);
  });

  test('of a member who is suspended is not counted until the suspension is over', async () => {
    const { context, deal } = await catalogue(open);
    const { browser, userId } = await verifiedMember(context);
    const suspended = { suspended_until: new Date('2026-11-23T08:00:00Z') };
    await context.db.updateTable('accounts').set(suspended).where('user_id', '=', userId).execute();
    expect((await vote(browser, deal.post_id, '1')).answer).toEqual({ error: 'Your account is suspended until 11/23/26 at 08:00 UTC.' });
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up);
    context.at.pass(2 * DAY);
    expect((await vote(browser, deal.post_id, '1')).answer).toMatchObject({ voted: 1 });
  });

  test('of a new deal tells the change and no score until the time is over', async () => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    await context.db.updateTable('deals').set({ posted_at: context.clock() }).where('post_id', '=', deal.post_id).execute();
    expect((await vote(browser, deal.post_id, '1')).answer).toEqual({
      ...{ threadid: deal.thread_id, postid: deal.post_id, score: null, voted: 1 },
    });
    context.at.pass(10 * MINUTE);
    const { answer } = await vote(browser, deal.post_id, '-1');
    expect(answer).toMatchObject({ score: deal.votes_up - deal.votes_down - 1, voted: -2 });
  });

  test('keeps where it came from as hashes, which are forgotten after thirty days', async () => {
    const { context, deal } = await catalogue(open);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    const origins = () => context.db.selectFrom('votes').select(['network', 'browser']).orderBy('user_id').execute();
    await vote(ada.browser, deal.post_id, '1');
    const name = ada.browser.jar.get('browser')!;
    const ofAda = { network: context.keyedHash(ada.browser.network), browser: context.keyedHash(name) };
    expect(await origins()).toEqual([ofAda]);
    expect(JSON.stringify(ofAda)).not.toMatch(new RegExp(`${name}|${ada.browser.network}`));
    context.at.pass(2 * DAY);
    // Another account in the same browser, which goes by the same name.
    bob.browser.jar.set('browser', name);
    await vote(bob.browser, deal.post_id, '-1');
    context.at.pass(28 * DAY - MINUTE);
    await clearOrigins(context);
    expect((await origins()).map(({ browser }) => browser)).toEqual([ofAda.browser, ofAda.browser]);
    context.at.pass(2 * MINUTE);
    await clearOrigins(context);
    expect(await origins()).toEqual([
      { network: null, browser: null },
      { network: context.keyedHash(bob.browser.network), browser: ofAda.browser },
    ]);
    await context.db.updateTable('votes').set(ofAda).execute();
    context.at.pass(30 * DAY + 1);
    const { watched, largest } = watchWrites(context);
    await clearOrigins(watched, 1);
    expect([await origins(), largest()]).toEqual([Array(2).fill({ network: null, browser: null }), 1]);
  });

  test('comes from a browser whose name stays when somebody else signs in', async () => {
    const { context } = await catalogue(open);
    const { browser, email, password } = await verifiedMember(context);
    const name = browser.jar.get('browser');
    await browser.callAsMember(loginActions, { address: '/forums/login.php', form: { do: 'logout' } });
    const { set } = await tryLogIn(browser, email, password);
    expect([browser.jar.get('browser'), set.filter((line) => line.startsWith('browser='))]).toEqual([name, []]);
    const first = await tryLogIn(new Caller(context), email, password);
    const line = first.set.find((one) => one.startsWith('browser='));
    expect(line).toMatch(/^browser=[\w-]{20,}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('of a guest, of somebody who has not verified the address, or on nothing, is not counted', async () => {
    const { context, deal } = await catalogue(open);
    const form = { postid: String(deal.post_id), votetypeid: '1', vote: '1', securitytoken: 'guest' };
    expect((await new Caller(context).call(voteForm, { form })).answer).toEqual({ error: 'dologin' });
    expect((await vote((await newMember(context)).browser, deal.post_id, '1')).answer).toEqual({ error: 'Unverified Email' });
    const { browser } = await verifiedMember(context);
    for (const wrong of [
      vote(browser, 999_999, '1'),
      vote(browser, deal.post_id, '2'),
      vote(browser, deal.post_id, '1', '3'),
      vote(browser, -1, '1'),
    ])
      expect((await wrong).answer).toEqual({ error: expect.any(String) as string });
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up);
  });

  test('moves with a deal that is merged, and counts once for who voted on both', async () => {
    const { context } = await catalogue(open);
    const [from, into] = await context.db.selectFrom('deals').selectAll().orderBy('thread_id').limit(2).execute();
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    await vote(ada.browser, from!.post_id, '1');
    await vote(ada.browser, into!.post_id, '-1');
    await vote(bob.browser, from!.post_id, '1');
    await mergeDeals(context, String(from!.thread_id), String(into!.thread_id));
    expect(await counted(context, into!.post_id)).toMatchObject({
      ...{ votes_up: from!.votes_up + into!.votes_up + 1, votes_down: from!.votes_down + into!.votes_down + 1 },
    });
    const kept = await context.db.selectFrom('votes').select(['user_id', 'post_id', 'vote']).orderBy('user_id').execute();
    expect(kept).toEqual([
      { user_id: ada.userId, post_id: into!.post_id, vote: -1 },
      { user_id: bob.userId, post_id: into!.post_id, vote: 1 },
    ]);
  });

  test('on a page of a deal that has been merged since, also into one that was merged then, counts for the deal that stays', async () => {
    const { context } = await catalogue(open);
    const [first, second, third] = await context.db.selectFrom('deals').selectAll().orderBy('thread_id').limit(3).execute();
    const { browser, userId } = await verifiedMember(context);
    await vote(browser, first!.post_id, '1');
    await mergeDeals(context, String(first!.thread_id), String(second!.thread_id));
    await mergeDeals(context, String(second!.thread_id), String(third!.thread_id));
    const before = await counted(context, third!.post_id);
    for (const [{ post_id: postid }, cast, voted] of [
      [first!, '1', 0],
      [second!, '-1', -2],
    ] as const) {
      const { answer } = await vote(browser, postid, cast);
      expect(answer).toMatchObject({ threadid: third!.thread_id, postid: third!.post_id, voted });
    }
    expect(await counted(context, third!.post_id)).toMatchObject({ votes_up: before.votes_up - 1, votes_down: before.votes_down + 1 });
    const kept = await context.db.selectFrom('votes').select(['user_id', 'post_id', 'vote']).execute();
    expect(kept).toEqual([{ user_id: userId, post_id: third!.post_id, vote: -1 }]);
    expect((await vote(browser, 999_999, '1')).answer).toEqual({ error: 'This post no longer exists.' });
  });

  test('without script is confirmed on a page that carries the token', async () => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const form = { postid: String(deal.post_id), votetypeid: '1', vote: '1' };
    const headers = { Referer: `${context.config.siteUrl}/all?x=1` };
    const sent = await browser.call(voteForm, { form, plain: true, headers });
    expect([sent.status, sent.headers.get('location')]).toEqual([
      303,
      `/account/vote?postid=${deal.post_id}&votetypeid=1&vote=1&url=%2Fall`,
    ]);
    const { securitytoken } = await browser.session();
    const confirmed = await browser.call(voteForm, { form: { ...form, url: '/all', securitytoken }, plain: true });
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([303, '/all']);
    expect(browser.jar.get('flash')).toContain('Your vote is counted.');
    await browser.call(voteForm, { form: { ...form, vote: '0', url: '/all', securitytoken }, plain: true });
    expect(browser.jar.get('flash')).toContain('Your vote is removed.');
    await browser.call(voteForm, { form: { ...form, securitytoken }, plain: true });
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 1);
    const guest = await new Caller(context).call(voteForm, { form, plain: true, headers });
    // After logging in the vote is there to be confirmed.
    expect(guest.headers.get('location')).toBe(`/account/log-in?url=${encodeURIComponent(sent.headers.get('location')!)}`);
  });
});

const VOTES = 20_000;

eachNewDatabase('where a vote came from, among thousands of votes', (open) => {
  test('is forgotten without reading them', async () => {
    const context = accountsContext((await open()).db);
    const { db } = context;
    const { userId } = await newMember(context);
    const daysAgo = (days: number) => new Date(context.clock().getTime() - days * DAY);
    await sql`
      insert into votes (user_id, post_id, vote, cast_at, network)
      select ${userId}::int, 1000000 + n, 1, case when n % 2 = 0 then ${daysAgo(29)}::timestamptz else ${daysAgo(90)}::timestamptz end, case when n % 2 = 0 then 'recent' end
      from generate_series(1, ${VOTES}::int) as n
      union all select ${userId}::int, 1, 1, ${daysAgo(31)}::timestamptz, 'old'`.execute(db);
    await sql`analyze votes`.execute(db);
    const before = await rowsRead(db, ['votes']);
    await clearOrigins(context);
    expect((await rowsRead(db, ['votes'])) - before).toBe(0);
    const { rows } = await sql`select network, count(*)::int as votes from votes group by network order by network`.execute(db);
    expect(rows).toEqual([
      { network: 'recent', votes: VOTES / 2 },
      { network: null, votes: VOTES / 2 + 1 },
    ]);
  });
});
