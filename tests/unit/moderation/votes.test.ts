import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { loadVoteGroups } from '../../../src/features/moderation/vote-groups.server.ts';
import { voteForm } from '../../../src/features/votes/votes.server.ts';
import { hotRank } from '../../../src/lib/hot-rank.ts';
import type { Context } from '../../../src/server/context.ts';
import { DAY, verifiedMember } from '../../support/accounts.ts';
import type { Caller } from '../../support/calls.ts';
import { eachNewDatabase, onDatabase } from '../../support/databases.ts';
import { actionsOf, DONE, moderate, newestAction, newModerator, reportedCatalogue } from '../../support/moderation.ts';
import { watchPlans } from '../../support/plans.ts';

const VOTERS = 2_000;

interface From {
  browser?: string;
  network?: string;
}

async function vote(
  { db }: Context,
  { browser: caller, userId }: { browser: Caller; userId: number },
  postid: number,
  from: From,
  cast = '1',
) {
  const isDeal = await db.selectFrom('deals').select('post_id').where('post_id', '=', postid).executeTakeFirst();
  await caller.callAsMember(voteForm, { form: { postid: String(postid), votetypeid: isDeal ? '1' : '2', vote: cast } });
  await db
    .updateTable('votes')
    .set({ browser: null, network: null, ...from })
    .where('user_id', '=', userId)
    .where('post_id', '=', postid)
    .execute();
}

const postIds = async ({ db }: Context) =>
  (await db.selectFrom('deals').select('post_id').orderBy('post_id').execute()).map((row) => row.post_id);
const counts = async ({ db }: Context, postid: number) => {
  const found = await db.selectFrom('deals').select(['votes_up', 'votes_down']).where('post_id', '=', postid).executeTakeFirst();
  const row =
    found ?? (await db.selectFrom('comments').select(['votes_up', 'votes_down']).where('post_id', '=', postid).executeTakeFirstOrThrow());
  return [row.votes_up, row.votes_down];
};
const groups = async (context: Context) =>
  (await loadVoteGroups(context)).groups.map(({ signals, members, count }) => [signals, members.map(({ username }) => username), count]);

onDatabase('votes of several accounts', (open) => {
  test('are found by a browser on one post, and by a network on two', async () => {
    const { context } = await reportedCatalogue(open);
    const [first, second, third] = await postIds(context);
    const ada = await verifiedMember(context);
    context.at.pass(DAY);
    const [bob, eve, joe, zoe] = [
      await verifiedMember(context),
      await verifiedMember(context),
      await verifiedMember(context),
      await verifiedMember(context),
    ];
    // One post from one network is chance.
    await vote(context, joe, first!, { network: 'n1' });
    await vote(context, zoe, first!, { network: 'n1' });
    // Different posts from one browser, too.
    await vote(context, joe, second!, { browser: 'b9' });
    await vote(context, zoe, third!, { browser: 'b9' });
    expect(await groups(context)).toEqual([]);
    await vote(context, ada, first!, { browser: 'b1' });
    await vote(context, bob, first!, { browser: 'b1' });
    expect(await groups(context)).toEqual([[['browser'], [ada.username, bob.username], 1]]);
    // A third account of the same person, by way of the network, on other posts.
    await vote(context, bob, second!, { network: 'n2' });
    await vote(context, eve, second!, { network: 'n2' });
    await vote(context, bob, third!, { network: 'n3' });
    await vote(context, eve, third!, { network: 'n3' });
    expect(await groups(context)).toEqual([[['browser', 'network'], [ada.username, bob.username, eve.username], 3]]);
  });

  test('are removed but for those of the oldest account, counted anew, and put back', async () => {
    const { context, comment, deal } = await reportedCatalogue(open);
    const other = (await postIds(context)).find((id) => id !== deal.post_id)!;
    const ada = await verifiedMember(context);
    context.at.pass(DAY);
    const moderator = await newModerator(context);
    const [bob, eve] = [await verifiedMember(context), await verifiedMember(context)];
    const before = [await counts(context, deal.post_id), await counts(context, comment)];
    for (const member of [ada, bob, eve]) await vote(context, member, deal.post_id, { browser: 'b1' });
    await vote(context, ada, comment, { browser: 'b1' }, '-1');
    await vote(context, bob, comment, { browser: 'b1' }, '-1');
    await vote(context, bob, other, { browser: 'b1' });
    const [up, down] = before[0]!;
    const untouched = await counts(context, other);
    // The oldest account is found here, whatever the form's order is.
    const form = { do: 'remove-votes', members: [eve, bob, ada].map(({ userId }) => userId).join(','), reason: 'One person' };
    expect(await moderate(moderator, form)).toEqual(DONE('3 votes removed.'));
    expect(await counts(context, deal.post_id)).toEqual([up! + 1, down]);
    expect(await counts(context, comment)).toEqual([0, 1]);
    expect(await counts(context, other)).toEqual(untouched);
    const row = await context.db
      .selectFrom('deals')
      .select(['rank', 'posted_at'])
      .where('post_id', '=', deal.post_id)
      .executeTakeFirstOrThrow();
    expect(row.rank).toBeCloseTo(hotRank({ up: up! + 1, down: down! }, row.posted_at), 9);
    expect(await actionsOf(context)).toEqual([
      ['remove-votes', 'moderator', 'One person'],
      ['remove-votes', 'moderator', 'One person'],
    ]);
    expect(await moderate(moderator, form)).toEqual({ error: 'These members no longer have votes in common. Nothing was changed.' });
    // Bob votes anew on the comment, the other way.
    await vote(context, bob, comment, {}, '1');
    const actions = await context.db.selectFrom('moderation_actions').select(['id', 'user_id']).execute();
    const of = ({ userId }: { userId: number }) => actions.find((action) => action.user_id === userId)!.id;
    expect(await moderate(moderator, { do: 'undo', action: of(bob) })).toEqual(DONE('Undone: votes removed. 1 of 2 votes restored.'));
    expect(await moderate(moderator, { do: 'undo', action: of(eve) })).toEqual(DONE('Undone: votes removed. 1 of 1 vote restored.'));
    expect(await counts(context, deal.post_id)).toEqual([up! + 3, down]);
    expect(await counts(context, comment)).toEqual([1, 1]);
    // Where they came from is not kept beyond the votes themselves.
    expect(await groups(context)).toEqual([]);
  });

  test('are removed once by two moderators at once', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const [up, down] = await counts(context, deal.post_id);
    const [ada, bob] = [await verifiedMember(context), await verifiedMember(context)];
    for (const member of [ada, bob]) await vote(context, member, deal.post_id, { browser: 'b1' });
    const form = { do: 'remove-votes', members: `${ada.userId},${bob.userId}` };
    const moderators = [await newModerator(context), await newModerator(context)];
    const answers = await Promise.all(moderators.map((moderator) => moderate(moderator, form)));
    expect(answers).toContainEqual(DONE('1 vote removed.'));
    expect(answers).toContainEqual({ error: 'These members no longer have votes in common. Nothing was changed.' });
    expect(await counts(context, deal.post_id)).toEqual([up! + 1, down]);
    await Promise.all(
      moderators.map(async (moderator) => moderate(moderator, { do: 'undo', action: await newestAction(context, 'remove-votes') })),
    );
    expect(await counts(context, deal.post_id)).toEqual([up! + 2, down]);
  });

  test('of a crowd in one network say nothing', async () => {
    const { context, deal } = await reportedCatalogue(open);
    const { db } = context;
    const posts = await postIds(context);
    const values = Array.from({ length: 21 }, (_, index) => ({
      source: 'crowd',
      source_id: `${index}`,
      username: `crowd${index}`,
      joined_at: context.clock(),
    }));
    const members = await db.insertInto('members').values(values).returning('user_id').execute();
    const cast = (from: typeof members) =>
      db
        .insertInto('votes')
        .values(
          from.flatMap(({ user_id }) =>
            posts.slice(0, 2).map((post_id) => ({ user_id, post_id, vote: 1 as const, cast_at: context.clock(), network: 'campus' })),
          ),
        )
        .execute();
    await cast(members);
    expect(await groups(context)).toEqual([]);
    await db.deleteFrom('votes').where('user_id', '=', members[0]!.user_id).execute();
    expect((await groups(context))[0]).toMatchObject([['network'], { length: 20 }, 2]);
    expect(deal).toBeDefined();
  });
});

eachNewDatabase('posts that a group has in common', (open) => {
  test('are found without the votes of everybody else on them', async () => {
    const watch = watchPlans();
    const { context, deal } = await reportedCatalogue(open);
    const { db } = context;
    await sql`
      with joined as (
        insert into members (source, source_id, username, joined_at)
        select 'test', n, 'Member ' || n, now() from generate_series(1, ${VOTERS}::int) as n returning user_id, source_id::int as n)
      insert into votes (user_id, post_id, vote, cast_at, browser)
      select user_id, ${deal.post_id}::bigint, 1, now(), 'b' || greatest(n, 2) from joined`.execute(db);
    await sql`analyze`.execute(db);
    let found: unknown;
    const statements = await watch(() =>
      db.transaction().execute(async (transaction) => (found = await groups({ ...context, db: transaction }))),
    );
    expect(found).toEqual([[['browser'], ['Member 1', 'Member 2'], 1]]);
    // All votes are read once, to find the group.
    expect(statements.filter(({ rows }) => rows >= VOTERS)).toHaveLength(1);
  });
});
