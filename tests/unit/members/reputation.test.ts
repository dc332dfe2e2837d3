import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reputationFrom } from '../../../src/features/members/reputation.ts';
import { FEW_THREADS, updateReputations } from '../../../src/features/members/reputation.server.ts';
import { findAffectedPages } from '../../../src/features/publishing/affected-pages.server.ts';
import { changesSince, positionNow } from '../../../src/features/publishing/journal.server.ts';
import { URGENCY } from '../../../src/features/publishing/queue.ts';
import { castVote } from '../../../src/features/votes/votes.server.ts';
import { accountsContext, HOUR, MINUTE, verifiedMember } from '../../support/accounts.ts';
import { dealToDiscuss, posted, repliesTo } from '../../support/community.ts';
import { onDatabase } from '../../support/databases.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';

test('an up on a deal is three points, on a comment one; a down takes one, and nobody is below 0', () => {
  expect(reputationFrom({ up: 2, down: 1 }, { up: 4, down: 3 })).toBe(6);
  expect(reputationFrom({ up: 0, down: 1 }, { up: 0, down: 0 })).toBe(0);
  const received = fc.record({ up: fc.nat(), down: fc.nat() });
  fc.assert(
    fc.property(received, received, (deals, comments) => {
      const reputation = reputationFrom(deals, comments);
      expect(reputation).toBeGreaterThanOrEqual(0);
      expect(reputationFrom({ ...deals, up: deals.up + 1 }, comments)).toBeGreaterThanOrEqual(reputation);
      expect(reputationFrom(deals, { ...comments, down: comments.down + 1 })).toBeLessThanOrEqual(reputation);
    }),
  );
});

onDatabase('a member’s reputation', (open) => {
  test('follows the votes on what they posted, also when two servers work it out at once', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    const author = await verifiedMember(context);
    const voters = await Promise.all(Array.from({ length: 3 }, () => verifiedMember(context)));
    const { postid } = await posted(author.browser, deal.thread_id, 'Of mine');
    const reputation = async () =>
      (await db.selectFrom('members').select('reputation').where('user_id', '=', author.userId).executeTakeFirstOrThrow()).reputation;
    const vote = (voter: number, id: number, cast: 1 | -1 | 0, votetypeid: 1 | 2) =>
      castVote(context, voters[voter]!.userId, { postid: id, votetypeid, vote: cast }, { network: null, browser: null });
    for (const voter of [0, 1, 2]) await vote(voter, postid, 1, 2);
    await Promise.all([updateReputations(context), updateReputations(context)]);
    expect(await reputation()).toBe(3);
    await vote(0, postid, -1, 2);
    await db
      .updateTable('deals')
      .set({ posted_by: author.userId, votes_up: 1, votes_down: 0 })
      .where('thread_id', '=', deal.thread_id)
      .execute();
    await vote(1, deal.post_id, 1, 1);
    await updateReputations(context);
    expect(await reputation()).toBe(2 * 3 + 2 - 1);
    const { answer } = await repliesTo(author.browser, deal.thread_id);
    expect(answer).toMatchObject({ replies: [{ reputation: 7, score: 1 }] });
    expect((await author.browser.session()).user?.reputation).toBe(7);
    await db.updateTable('deals').set({ posted_by: null }).where('thread_id', '=', deal.thread_id).execute();
    await updateReputations(context);
    expect(await reputation()).toBe(1);
  });

  test('is what others think, not they themselves', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    const [author, other] = [await verifiedMember(context), await verifiedMember(context)];
    const { postid } = await posted(author.browser, deal.thread_id, 'Of mine');
    const own = { posted_by: author.userId, votes_up: 0, votes_down: 0 };
    await db.updateTable('deals').set(own).where('thread_id', '=', deal.thread_id).execute();
    const afterVote = async ({ userId }: { userId: number }, id: number, vote: 1 | -1, votetypeid: 1 | 2) => {
      await castVote(context, userId, { postid: id, votetypeid, vote }, { network: null, browser: null });
      await updateReputations(context);
      const member = db.selectFrom('members').select('reputation').where('user_id', '=', author.userId);
      return (await member.executeTakeFirstOrThrow()).reputation;
    };
    expect(await afterVote(author, postid, 1, 2)).toBe(0);
    expect(await afterVote(author, deal.post_id, 1, 1)).toBe(0);
    expect(await afterVote(other, postid, 1, 2)).toBe(1);
    expect(await afterVote(author, postid, -1, 2)).toBe(1);
    expect(await afterVote(other, deal.post_id, 1, 1)).toBe(4);
  });

  test('of somebody with comments in many threads is worked out once an hour', async () => {
    const context = accountsContext((await open()).db);
    const { db, at } = context;
    await publishedCatalogue(context, FEW_THREADS + 1);
    await updateReputations(context);
    const { userId } = await verifiedMember(context);
    const { rows: comments } = await sql<{ id: number }>`
      insert into comments (thread_id, user_id, source, source_id, body, posted_at, status)
      select thread_id, ${userId}, 'tests', 'of-' || thread_id, 'Of mine', now(), case when source_id = 'd0' then 'hidden' else 'shown' end from deals
      returning post_id as id`.execute(db);
    const gathered = async () => {
      await db.deleteFrom('changes').execute();
      await Promise.all([updateReputations(context), updateReputations(context)]);
      const { reputation } = await db.selectFrom('members').select('reputation').where('user_id', '=', userId).executeTakeFirstOrThrow();
      const noted = await db.selectFrom('changes').select('subject').execute();
      return [reputation, noted.filter(({ subject }) => subject === 'reputation').length];
    };
    const voted = async () => {
      await sql`update comments set votes_up = votes_up + 1 where post_id = ${comments.at(-1)!.id}`.execute(db);
      return gathered();
    };
    expect([await voted(), await voted()]).toEqual([
      [1, 1],
      [2, 1],
    ]);
    await sql`update comments set status = 'shown' where user_id = ${userId}`.execute(db);
    at.pass(10 * MINUTE);
    expect([await voted(), await voted(), await voted()]).toEqual([
      [3, 1],
      [3, 0],
      [3, 0],
    ]);
    at.pass(50 * MINUTE - 1);
    expect(await gathered()).toEqual([3, 0]);
    at.pass(1);
    expect([await gathered(), await voted()]).toEqual([
      [5, 1],
      [5, 0],
    ]);
    at.pass(2 * HOUR);
    expect([await gathered(), await gathered()]).toEqual([
      [6, 1],
      [6, 0],
    ]);
    // Nobody is left to be worked out.
    expect(await voted()).toEqual([6, 0]);
    await db.deleteFrom('members').where('user_id', '=', userId).execute();
    at.pass(HOUR);
    await updateReputations(context);
    expect(await db.selectFrom('hourly_reputations').selectAll().execute()).toEqual([]);
  });

  test('that has changed has the pages of threads with comments of theirs made anew and no others, however many have one', async () => {
    const { context, deal } = await dealToDiscuss(open);
    const { db } = context;
    const author = await verifiedMember(context);
    await posted(author.browser, deal.thread_id, 'Of mine');
    await sql`
      insert into members (source, source_id, username, joined_at)
      select 'many', n, 'many' || n, now() from generate_series(1, 600) as n`.execute(db);
    const before = await positionNow(db);
    await db.updateTable('members').set({ reputation: 9 }).execute();
    const affected = await findAffectedPages(db, (await changesSince(db, before)).changes);
    expect(affected).toEqual({ urgencies: new Map([[`deal:${deal.thread_id}`, URGENCY.reputation]]), everything: false });
    await db.updateTable('comments').set({ status: 'hidden' }).execute();
    expect(
      (
        await findAffectedPages(
          db,
          (await changesSince(db, before)).changes.filter(({ subject }) => subject === 'reputation'),
        )
      ).urgencies.size,
    ).toBe(0);
  });
});
