import fc from 'fast-check';
import { expect, test } from 'vitest';
import { reputationFrom } from '../../../src/features/members/reputation.ts';
import { gatherReputations } from '../../../src/features/members/reputation.server.ts';
import { castVote } from '../../../src/features/votes/votes.server.ts';
import { verifiedMember } from '../../support/accounts.ts';
import { dealToDiscuss, posted, repliesTo } from '../../support/community.ts';
import { onDatabase } from '../../support/databases.ts';

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
    await Promise.all([gatherReputations(db), gatherReputations(db)]);
    expect(await reputation()).toBe(3);
    await vote(0, postid, -1, 2);
    await db
      .updateTable('deals')
      .set({ posted_by: author.userId, votes_up: 1, votes_down: 0 })
      .where('thread_id', '=', deal.thread_id)
      .execute();
    await vote(1, deal.post_id, 1, 1);
    await gatherReputations(db);
    expect(await reputation()).toBe(2 * 3 + 2 - 1);
    const { answer } = await repliesTo(author.browser, deal.thread_id);
    expect(answer).toMatchObject({ replies: [{ reputation: 7, score: 1 }] });
    expect((await author.browser.session()).user?.reputation).toBe(7);
    await db.updateTable('deals').set({ posted_by: null }).where('thread_id', '=', deal.thread_id).execute();
    await gatherReputations(db);
    expect(await reputation()).toBe(1);
  });
});
