import { expect, test } from 'vitest';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext, newMember, verifiedMember } from '../../support/accounts.ts';
import { Caller } from '../../support/calls.ts';
import { eachDatabase, type Open } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

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
  test.each([
    ['1', '-1', -2],
    ['1', '0', -1],
    ['1', '1', 0],
    ['-1', '1', 2],
    ['-1', '0', 1],
    ['-1', '-1', 0],
    ['0', '1', 1],
    ['0', '-1', -1],
    ['0', '0', 0],
  ])('from %s to %s changes the score by %i', async (first, second, voted) => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const before = deal.votes_up - deal.votes_down;
    await vote(browser, deal.post_id, first);
    const { answer } = await vote(browser, deal.post_id, second);
    expect(answer).toEqual({ threadid: deal.thread_id, postid: deal.post_id, score: before + Number(second), voted });
    const { votes_up: up, votes_down: down } = await counted(context, deal.post_id);
    expect([up - deal.votes_up, down - deal.votes_down]).toEqual([second === '1' ? 1 : 0, second === '-1' ? 1 : 0]);
  });

  test('of one member a hundred times at once counts once, and of twenty members twenty times', async () => {
    const { context, deal } = await catalogue(open);
    const { browser } = await verifiedMember(context);
    const { securitytoken } = await browser.session();
    const form = { postid: String(deal.post_id), votetypeid: '1', vote: '1', securitytoken };
    await Promise.all(Array.from({ length: 100 }, () => browser.call(voteForm, { form })));
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 1);
    const members = await Promise.all(Array.from({ length: 20 }, () => verifiedMember(context)));
    await Promise.all(members.map((member) => vote(member.browser, deal.post_id, '1')));
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 21);
  });

  test('moves the deal in hot order', async () => {
    const { context } = await catalogue(open);
    const deal = await context.db.selectFrom('deals').select(['post_id', 'rank']).where('votes_up', '=', 7).executeTakeFirstOrThrow();
    await vote((await verifiedMember(context)).browser, deal.post_id, '1');
    expect((await counted(context, deal.post_id)).rank).toBeGreaterThan(deal.rank);
  });

  test('on a comment counts there', async () => {
    const { context } = await catalogue(open);
    const comment = await context.db.selectFrom('comments').selectAll().executeTakeFirstOrThrow();
    const { answer } = await vote((await verifiedMember(context)).browser, comment.post_id, '-1', '2');
    expect(answer).toEqual({ threadid: comment.thread_id, postid: comment.post_id, score: -1, voted: -1 });
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
    expect((await counted(context, deal.post_id)).votes_up).toBe(deal.votes_up + 1);
    const guest = await new Caller(context).call(voteForm, { form, plain: true, headers });
    // After logging in the vote is there to be confirmed.
    expect(guest.headers.get('location')).toBe(`/account/log-in?url=${encodeURIComponent(sent.headers.get('location')!)}`);
  });
});
