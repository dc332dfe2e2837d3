import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { gainedText } from '../../../src/features/deals/heat.ts';
import { unfilteredView } from '../../../src/features/feeds/address.ts';
import { feedPages } from '../../../src/features/feeds/feeds.server.ts';
import { updateGains } from '../../../src/features/feeds/gains.server.ts';
import { searchQuery } from '../../../src/features/search/query.ts';
import { loadSearch } from '../../../src/features/search/search.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { eachDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { publishedCatalogue } from '../../support/published-catalogue.ts';
import { frozenContext } from '../../support/publishing.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface Vote {
  member: number;
  deal: number;
  vote: 1 | -1;
  /** How many minutes ago it was cast. */
  ago: number;
}

/** Some fall on the ends of the hour and of the day. */
const vote: fc.Arbitrary<Vote> = fc.record({
  member: fc.nat({ max: 9 }),
  deal: fc.nat({ max: 7 }),
  vote: fc.constantFrom(1, 1, 1, -1),
  ago: fc.oneof(fc.integer({ min: -5, max: 1600 }), fc.constantFrom(0, 59, 60, 61, 1439, 1440, 1441)),
});

/** Has these votes be all there are. */
async function castAll({ db, clock }: Context, votes: Vote[], posts: number[]): Promise<void> {
  await db.deleteFrom('votes').execute();
  const now = clock().getTime();
  for (const { member, deal, vote: value, ago } of votes)
    await sql`
      insert into votes (user_id, post_id, vote, cast_at) values (${member + 1000}, ${posts[deal]}, ${value}, ${new Date(now - ago * MINUTE)})
      on conflict (user_id, post_id) do update set vote = excluded.vote, cast_at = excluded.cast_at`.execute(db);
}

/** What a deal gained in so many milliseconds, vote by vote; of a member's votes on it the last one counts. */
function gainedBy(votes: Vote[], deal: number, within: number): number {
  const last = new Map(votes.filter((one) => one.deal === deal).map((one) => [one.member, one]));
  return [...last.values()].filter(({ ago }) => ago >= 0 && ago * MINUTE < within).reduce((sum, one) => sum + one.vote, 0);
}

eachDatabase('rising', (open) => {
  const prepared = async () => {
    const context = frozenContext((await open()).db);
    const { db } = context;
    await publishedCatalogue(context);
    await sql`insert into members (user_id, source, source_id, username, joined_at) select 1000 + n, 'voters', n::text, 'voter-' || n, now() from generate_series(0, 9) as n on conflict do nothing`.execute(
      db,
    );
    await db.updateTable('deals').set({ status: 'live', expires_at: null, starts_at: null }).execute();
    const deals = await db
      .selectFrom('deals')
      .select(['thread_id', 'post_id', 'rank'])
      .orderBy('rank', 'desc')
      .orderBy('thread_id', 'desc')
      .execute();
    return { context, deals, posts: deals.map(({ post_id: id }) => id) };
  };

  test(
    'is the order by votes gained in the last 24 hours, on feeds and in searches, whatever votes were cast',
    { timeout: 60_000 },
    async () => {
      const { context, deals, posts } = await prepared();
      await fc.assert(
        fc.asyncProperty(fc.array(vote, { maxLength: 25 }), async (votes) => {
          await castAll(context, votes, posts);
          await updateGains(context);
          const gained = deals.map((deal, at) => ({
            id: deal.thread_id,
            hour: gainedBy(votes, at, HOUR),
            day: gainedBy(votes, at, 24 * HOUR),
          }));
          const kept = await context.db
            .selectFrom('deals')
            .select(['thread_id as id', 'gained_hour as hour', 'gained_day as day'])
            .execute();
          expect(kept.toSorted((a, b) => a.id - b.id)).toEqual(gained.toSorted((a, b) => a.id - b.id));
          // The sort is stable: those that gained as much stand in hot order.
          const wanted = gained.toSorted((a, b) => b.day - a.day).map(({ id }) => id);
          const feed = { kind: 'popular' } as const;
          const [page] = await feedPages(context, feed, { ...unfilteredView(feed), sort: 'rising' }, 1);
          expect(page!.pageData.items.map((item) => 'threadId' in item && item.threadId)).toEqual(wanted.slice(0, 40));
          const found = await loadSearch(context, searchQuery(new URLSearchParams({ q: '', sort: 'rising' }))!);
          expect(found && 'page' in found && found.page.pageData.items.map(({ threadId }) => threadId)).toEqual(wanted.slice(0, 40));
          // Nothing has changed since.
          expect(await updateGains(context)).toEqual([]);
        }),
        { numRuns: runs(15, 60) },
      );
    },
  );

  test('has the home page made anew for the deals that open it alone, and their words go with the hour and the day', async () => {
    const { context, deals, posts } = await prepared();
    await castAll(context, [], posts);
    await updateGains(context);
    const noted = async () => {
      const rows = await context.db.selectFrom('changes').select('id').where('subject', '=', 'deal').execute();
      await context.db.deleteFrom('changes').execute();
      return rows.map(({ id }) => id);
    };
    const told = async (now: Context) => {
      const [page] = await feedPages(now, { kind: 'home' }, unfilteredView({ kind: 'home' }), 1);
      return page!.pageData.hottest.map(({ gainedText: text }) => text);
    };
    const later = (hours: number): Context => ({ ...context, clock: () => new Date(context.clock().getTime() + hours * HOUR) });
    await noted();
    await castAll(
      context,
      [
        { member: 0, deal: 0, vote: 1, ago: 5 },
        { member: 1, deal: 0, vote: 1, ago: 100 },
        { member: 0, deal: 1, vote: 1, ago: 100 },
        { member: 0, deal: 2, vote: -1, ago: 5 },
        { member: 0, deal: 7, vote: 1, ago: 5 },
      ],
      posts,
    );
    await updateGains(context);
    expect(new Set(await noted())).toEqual(new Set(deals.slice(0, 3).map(({ thread_id: id }) => id)));
    expect(await told(context)).toEqual(['+1 in the last hour', '+1 in the last 24 hours', null]);
    await updateGains(later(1));
    expect(await told(context)).toEqual(['+2 in the last 24 hours', '+1 in the last 24 hours', null]);
    await updateGains(later(26));
    expect(await told(context)).toEqual([null, null, null]);
    expect(new Set(await noted())).toEqual(new Set(deals.slice(0, 3).map(({ thread_id: id }) => id)));
  });

  test('a deal is hot from a score on, while it is live and shows its score', async () => {
    const { context } = await prepared();
    const hot = async (changes: Partial<Context['config']>) => {
      const [page] = await feedPages(
        { ...context, config: { ...context.config, ...changes } },
        { kind: 'all' },
        unfilteredView({ kind: 'all' }),
        1,
      );
      return page!.pageData.items.flatMap((item) => ('isHot' in item && item.isHot ? [item.score] : []));
    };
    const { thread_id: id } = await context.db
      .selectFrom('deals')
      .select('thread_id')
      .orderBy('posted_at', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    const set = (up: number, status: 'live' | 'expired' = 'live') =>
      context.db
        .updateTable('deals')
        .set({ votes_up: up, votes_down: 3, status, posted_at: context.clock() })
        .where('thread_id', '=', id)
        .execute();
    await set(102);
    expect(await hot({ scoreHiddenMinutes: 0 })).not.toContain(99);
    await set(103);
    expect(await hot({ scoreHiddenMinutes: 0 })).toContain(100);
    await context.db.updateTable('deals').set({ changed_at: context.clock() }).where('thread_id', '=', id).execute();
    expect(await hot({ scoreHiddenMinutes: 10 })).not.toContain(100);
    await set(103, 'expired');
    expect(await hot({ scoreHiddenMinutes: 0 })).not.toContain(100);
  });
});

test('what was gained is told of the last hour, else of the last 24 hours, and never as a loss', () => {
  expect(gainedText({ hour: 10, day: 40 })).toBe('+10 in the last hour');
  expect(gainedText({ hour: 9, day: 40 })).toBe('+40 in the last 24 hours');
  expect(gainedText({ hour: 3, day: -1 })).toBe('+3 in the last hour');
  expect(gainedText({ hour: -1, day: 40 })).toBe('+40 in the last 24 hours');
  expect(gainedText({ hour: 0, day: 0 })).toBeNull();
  expect(gainedText({ hour: -2, day: -2 })).toBeNull();
});
