import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { clickOut } from '../../../src/features/attribution/click.server.ts';
import { hotRank } from '../../../src/lib/hot-rank.ts';
import { loadDeal } from '../../../src/features/deals/detail.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { onDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { collection, comment, contextOf, deal, importRecords, member, surroundings } from '../../support/catalogue.ts';

const NOTHING_AROUND = {
  comments: async () => new Map(),
  bestComments: async () => new Map(),
  storeCoupons: async () => new Map(),
  categoryPaths: async () => new Map(),
  markup: (text: string) => text,
};

onDatabase('a merge', (open) => {
  let context: Context;
  let threads: Record<string, number>;

  const file = () => [
    ...surroundings(),
    member(),
    collection({ slug: 'left' }),
    collection({ slug: 'both' }),
    deal({
      sourceId: 'dup',
      title: 'A game',
      collections: ['left', 'both'],
      votesUp: 7,
      votesDown: 2,
      prices: [
        ['2026-01-01', 30],
        ['2026-01-02', 20],
      ],
      url: 'https://acme.example/dup',
    }),
    deal({
      sourceId: 'into',
      title: 'The game',
      collections: ['both'],
      votesUp: 3,
      votesDown: 1,
      prices: [['2026-01-02', 25]],
      url: 'https://acme.example/into',
    }),
    deal({ sourceId: 'third', title: 'A third', url: 'https://acme.example/third' }),
    comment({ sourceId: 'c1', deal: 'dup' }),
    comment({ sourceId: 'c2', deal: 'dup', parent: 'c1' }),
    comment({ sourceId: 'c3', deal: 'into' }),
  ];

  beforeEach(async () => {
    context = contextOf(await open());
    expect((await importRecords(context, file())).problems).toEqual([]);
    const rows = await context.db.selectFrom('deals').select(['source_id', 'thread_id']).execute();
    threads = Object.fromEntries(rows.map((row) => [row.source_id, row.thread_id]));
  });

  const merge = (duplicate: string | number, into: string | number) => mergeDeals(context, String(duplicate), String(into));
  const dealOf = (sourceId: string) => context.db.selectFrom('deals').selectAll().where('source_id', '=', sourceId).executeTakeFirst();
  const comments = () =>
    context.db.selectFrom('comments').select(['source_id', 'post_id', 'parent_id', 'thread_id']).orderBy('source_id').execute();
  const address = (slug: string) => loadDeal(context, slug, NOTHING_AROUND);
  const click = async (tid: number) =>
    (
      await clickOut({ context, query: new URLSearchParams({ tid: String(tid) }), request: new Request('http://localhost/click') })
    )?.headers.get('Location');

  test('moves comments with their ids, votes, and what the other lacks', async () => {
    const before = await comments();
    const { messages, changed } = await merge('test:dup', 'test:into');
    expect(messages[0]).toBe(
      `Merged ${threads['dup']} "A game" into ${threads['into']} "The game": 2 comments, 9 votes, 1 collection, 1 price moved`,
    );
    expect(changed).toBe(true);
    expect(await comments()).toEqual(before.map((row) => ({ ...row, thread_id: threads['into'] })));
    const into = await dealOf('into');
    expect(into).toMatchObject({ votes_up: 10, votes_down: 3, comment_count: 3, rank: hotRank({ up: 10, down: 3 }, into!.posted_at) });
    const prices = await context.db.selectFrom('price_observations').selectAll().orderBy('observed_on').execute();
    expect(prices).toEqual([
      { thread_id: threads['into'], observed_on: '2026-01-01', cents: 3000 },
      { thread_id: threads['into'], observed_on: '2026-01-02', cents: 2500 },
    ]);
    expect(await context.db.selectFrom('deal_collections').selectAll().execute()).toHaveLength(2);
    expect(await dealOf('dup')).toBeUndefined();
  });

  test('leaves out observed prices in another currency than the deal has, and tells it', async () => {
    await context.db.updateTable('deals').set({ currency: 'EUR' }).where('source_id', '=', 'dup').execute();
    const { messages } = await merge('test:dup', 'test:into');
    expect(messages[0]).toMatch(/1 collection, 0 prices \(2 prices in EUR left out\) moved$/);
    const prices = await context.db.selectFrom('price_observations').selectAll().execute();
    expect(prices).toEqual([{ thread_id: threads['into'], observed_on: '2026-01-02', cents: 2500 }]);
  });

  test('leaves a redirect, whatever the title part, and the way out', async () => {
    await merge(threads['dup']!, threads['into']!);
    for (const slug of [`${threads['dup']}-a-game`, `${threads['dup']}`, `${threads['dup']}-else`]) {
      expect(await address(slug)).toEqual({ status: 301, location: `/f/${threads['into']}-the-game` });
    }
    expect(await click(threads['dup']!)).toBe('https://acme.example/into');
    expect(await click(999_999)).toBeUndefined();
    expect(await address('999999')).toBeUndefined();
  });

  test('leads nowhere while the other one is not shown', async () => {
    await merge(threads['dup']!, threads['into']!);
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('thread_id', '=', threads['into']!).execute();
    expect([await address(`${threads['dup']}`), await click(threads['dup']!)]).toEqual([undefined, undefined]);
  });

  test('leads through chains, without links between them', async () => {
    await merge(threads['dup']!, threads['into']!);
    await merge(threads['into']!, threads['third']!);
    expect(await address(`${threads['dup']}-a-game`)).toEqual({ status: 301, location: `/f/${threads['third']}-a-third` });
    expect(await click(threads['dup']!)).toBe('https://acme.example/third');
    const links = await context.db.selectFrom('merged_deals').select('into_thread_id').execute();
    expect(links.map((row) => row.into_thread_id)).toEqual([threads['third'], threads['third']]);
  });

  test('goes into what the other one was merged into', async () => {
    await merge(threads['into']!, threads['third']!);
    await merge(threads['dup']!, 'test:into');
    expect((await dealOf('third'))?.comment_count).toBe(3);
  });

  describe('is refused', () => {
    test.each<[string, string, RegExp]>([
      ['test:dup', 'test:dup', /^test:dup and test:dup are the same deal, \d+ "A game"; name the one that is to go/],
      ['test:nothing', 'test:into', /^there is no deal test:nothing; name it by its thread id/],
      ['test:dup', '4711', /^there is no deal 4711; name it/],
    ])('of %s into %s', async (duplicate, into, message) => {
      await expect(merge(duplicate, into)).rejects.toThrow(message);
      expect(await context.db.selectFrom('deals').select('thread_id').execute()).toHaveLength(3);
    });

    test('of a deal into one that was merged into it', async () => {
      await merge('test:dup', 'test:into');
      await expect(merge('test:into', 'test:dup')).rejects.toThrow(/are the same deal/);
    });

    test('of one that is merged elsewhere; into the same again it is so already', async () => {
      await merge('test:dup', 'test:into');
      await expect(merge('test:dup', 'test:third')).rejects.toThrow(/^test:dup was merged into \d+ "The game" before/);
      expect(await merge('test:dup', 'test:into')).toMatchObject({ changed: false });
    });
  });

  test('outlasts another import of the same file, with comments on either', async () => {
    await merge('test:dup', 'test:into');
    const before = [await comments(), await dealOf('into')];
    const again = await importRecords(context, file());
    expect(again).toMatchObject({ problems: [], merged: 1, changed: { comment: 0 }, added: { deal: 0 } });
    expect((await comments()).map((row) => row.thread_id)).toEqual([threads['into'], threads['into'], threads['into']]);
    expect(await comments()).toEqual(before[0]);
    const more = [
      deal({ sourceId: 'dup' }),
      comment({ sourceId: 'c4', deal: 'dup', parent: 'c2' }),
      comment({ sourceId: 'c5', deal: 'dup', parent: 'c3' }),
      comment({ sourceId: 'c6', deal: 'into', parent: 'c4' }),
    ];
    expect((await importRecords(context, more)).problems).toEqual([]);
    expect((await dealOf('into'))?.comment_count).toBe(6);
    expect((await importRecords(context, [comment({ sourceId: 'c7', deal: 'third', parent: 'c4' })])).problems).toMatchObject([
      { field: 'parent', reason: 'the comment "c4" belongs to another deal' },
    ]);
  });

  test('of any deals in any order loses no comment and no vote, and every address leads on', { timeout: 120_000 }, async () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { minLength: 1, maxLength: 6 });
    let run = 0;
    const conserves = fc.asyncProperty(steps, fc.array(fc.nat(5), { maxLength: 6 }), async (merges, commented) => {
      const source = `run${run++}`;
      const names = Array.from({ length: 6 }, (_, at) => `d${at}`);
      const records = [
        ...names.map((sourceId, at) =>
          deal({ source, sourceId, url: `https://acme.example/${source}/${at}`, votesUp: at * at + 1, votesDown: at }),
        ),
        ...commented.map((at, index) => comment({ source, sourceId: `c${index}`, deal: names[at], memberSource: 'test' })),
      ];
      expect((await importRecords(context, records)).problems).toEqual([]);
      const rows = () => context.db.selectFrom('deals').selectAll().where('source', '=', source).execute();
      const start = await rows();
      for (const [from, into] of merges) await merge(`${source}:d${from}`, `${source}:d${into}`).catch(() => undefined);
      const end = await rows();
      const sum = (deals: typeof end, field: 'votes_up' | 'votes_down' | 'comment_count') =>
        deals.reduce((total, row) => total + row[field], 0);
      expect([sum(end, 'votes_up'), sum(end, 'votes_down'), sum(end, 'comment_count')]).toEqual([
        sum(start, 'votes_up'),
        sum(start, 'votes_down'),
        commented.length,
      ]);
      const left = new Set(end.map((row) => row.thread_id));
      for (const { thread_id } of start.filter((row) => !left.has(row.thread_id))) {
        const found = await address(String(thread_id));
        expect(found?.status).toBe(301);
        const leads = Number(/^\/f\/(\d+)-/.exec((found as { location: string }).location)?.[1]);
        expect(left.has(leads)).toBe(true);
      }
    });
    await fc.assert(conserves, { numRuns: runs(6, 15) });
  });
});
