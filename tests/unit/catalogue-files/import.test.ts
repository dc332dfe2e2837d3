import { beforeEach, describe, expect, test } from 'vitest';
import type { ImportReport } from '../../../src/features/catalogue-files/import-report.ts';
import type { ImportOptions } from '../../../src/features/catalogue-files/import.server.ts';
import type { Progress } from '../../../src/lib/progress.ts';
import type { Context } from '../../../src/server/context.ts';
import { hotRank } from '../../../src/lib/hot-rank.ts';
import { eachDatabase } from '../../support/databases.ts';
import {
  brand,
  category,
  collection,
  comment,
  contextOf,
  deal,
  exported,
  forum,
  importRecords,
  member,
  NOW,
  offer,
  store,
  surroundings,
} from '../../support/catalogue.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY).toISOString();

/** The counts that are not zero. */
const counted = ({ added, changed, unchanged }: ImportReport) => {
  const some = (counts: Record<string, number>) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  return { added: some(added), changed: some(changed), unchanged: some(unchanged) };
};

eachDatabase('an import', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  const dealRow = (sourceId = 'd1') =>
    context.db.selectFrom('deals').selectAll().where('source_id', '=', sourceId).executeTakeFirstOrThrow();
  const imported = async (records: object[]) => {
    const report = await importRecords(context, records);
    expect(report.problems).toEqual([]);
    return report;
  };

  test('adds records of every type, whatever their order in the file', async () => {
    const report = await imported([
      comment({ sourceId: 'c2', parent: 'c1' }),
      comment(),
      offer(),
      deal({ postedBy: 'm1', brand: 'zeta', collections: ['under-25'] }),
      member(),
      collection(),
      brand(),
      category({ slug: 'board-games', parent: 'games' }),
      category(),
      store(),
      forum(),
    ]);
    expect(counted(report)).toEqual({
      added: { forum: 1, category: 2, store: 1, brand: 1, collection: 1, member: 1, deal: 1, comment: 2, offer: 1 },
      changed: {},
      unchanged: {},
    });
    const row = await dealRow();
    expect(row).toMatchObject({
      price_cents: 1999,
      currency: 'USD',
      status: 'live',
      comment_count: 2,
      updated_at: new Date('2026-02-01T00:00:00Z'),
    });
    expect(report).toMatchObject({ changedThreadIds: [row.thread_id], problemCount: 0, dryRun: false });
    expect(report.changedOfferIds).toHaveLength(1);
  });

  test('numbers new deals in the order of the file', async () => {
    await imported([...surroundings(), ...['d3', 'd1', 'd2'].map((sourceId) => deal({ sourceId }))]);
    const rows = await context.db.selectFrom('deals').select('source_id').orderBy('thread_id').execute();
    expect(rows.map((row) => row.source_id)).toEqual(['d3', 'd1', 'd2']);
  });

  test('leaves alone what is as the file says', async () => {
    const records = [
      ...surroundings(),
      collection(),
      brand(),
      member(),
      deal({ collections: ['under-25'], prices: [['2026-01-01', 30]], variants: ['a', 'b'] }),
      comment(),
      offer({ percent: 12.5 }),
    ];
    await imported(records);
    const before = await dealRow();
    const again = await imported(records);
    expect(counted(again)).toMatchObject({ added: {}, changed: {} });
    expect(again).toMatchObject({ changedThreadIds: [], changedOfferIds: [] });
    expect(await dealRow()).toEqual(before);
  });

  test('takes a deal twice from different sources as two', async () => {
    await imported([...surroundings(), deal()]);
    expect(counted(await imported([deal({ source: 'other' })])).added).toEqual({ deal: 1 });
  });

  describe('of a changed deal', () => {
    beforeEach(() =>
      imported([
        ...surroundings(),
        brand(),
        collection(),
        member(),
        deal({
          brand: 'zeta',
          description: 'Old.',
          collections: ['under-25'],
          prices: [
            ['2026-01-01', 30],
            ['2026-01-02', 20],
          ],
          votesUp: 5,
        }),
      ]),
    );

    test('replaces the whole record: what is absent is cleared', async () => {
      const before = await dealRow();
      const report = await imported([deal({ title: 'A better game' })]);
      expect(counted(report).changed).toEqual({ deal: 1 });
      expect(report.changedThreadIds).toEqual([before.thread_id]);
      expect(await dealRow()).toMatchObject({ thread_id: before.thread_id, title: 'A better game', description: '', brand_id: null });
      expect(await context.db.selectFrom('deal_collections').selectAll().execute()).toEqual([]);
      expect(await context.db.selectFrom('price_observations').selectAll().execute()).toEqual([]);
    });

    test('dates it now unless the record says when', async () => {
      const before = await dealRow();
      await imported([deal({ title: 'A better game' })]);
      const changed = await dealRow();
      expect(changed.updated_at).toEqual(NOW);
      expect(changed.changed_at.getTime()).toBeGreaterThan(before.changed_at.getTime());
      await imported([deal({ title: 'The best game', updatedAt: '2026-02-20' })]);
      expect((await dealRow()).updated_at).toEqual(new Date('2026-02-20T00:00:00Z'));
    });

    test.each<[string, Record<string, unknown>]>([
      [
        'an observed price',
        {
          prices: [
            ['2026-01-01', 30],
            ['2026-01-02', 19],
          ],
        },
      ],
      ['one price fewer', { prices: [['2026-01-01', 30]] }],
      ['its collections', { collections: [] }],
    ])('counts %s as a change', async (_name, difference) => {
      const whole = {
        brand: 'zeta',
        description: 'Old.',
        collections: ['under-25'],
        prices: [
          ['2026-01-01', 30],
          ['2026-01-02', 20],
        ],
      };
      expect(counted(await imported([deal(whole)])).changed).toEqual({});
      expect(counted(await imported([deal({ ...whole, ...difference })])).changed).toEqual({ deal: 1 });
      expect((await dealRow()).updated_at).toEqual(NOW);
    });

    test('leaves the votes to the members, and the posting time where none is given', async () => {
      await context.db.updateTable('deals').set({ votes_up: 40 }).execute();
      await imported([deal({ votesUp: 1, votesDown: 9, postedAt: undefined, price: 5 })]);
      expect(await dealRow()).toMatchObject({ votes_up: 40, votes_down: 0, posted_at: new Date('2026-02-01T00:00:00Z'), price_cents: 500 });
    });

    test('ranks it anew when its posting time is corrected', async () => {
      await imported([deal({ postedAt: '2026-02-10' })]);
      expect((await dealRow()).rank).toBe(hotRank({ up: 5, down: 0 }, new Date('2026-02-10')));
    });
  });

  describe('with dates', () => {
    const statusAfter = async (...versions: Record<string, unknown>[]) => {
      await imported(surroundings());
      for (const version of versions) await imported([deal(version)]);
      return (await dealRow()).status;
    };

    test.each<[string, Record<string, unknown>[], string]>([
      ['no dates', [{}], 'live'],
      ['a start to come', [{ startsAt: inDays(1) }], 'scheduled'],
      ['a start that has come', [{ startsAt: inDays(0) }], 'live'],
      ['an end to come', [{ expiresAt: inDays(1) }], 'live'],
      ['an end that has come', [{ expiresAt: inDays(0) }], 'expired'],
      ['the word that it is over', [{ expired: true, expiresAt: inDays(1) }], 'expired'],
      ['nothing said of an expired deal', [{ expired: true }, {}], 'expired'],
      ['an expired deal revived', [{ expired: true }, { expired: false }], 'live'],
      ['an expired deal with a new end', [{ expiresAt: inDays(-1) }, { expiresAt: inDays(1) }], 'live'],
      ['an expired deal that starts again', [{ expired: true }, { startsAt: inDays(1) }], 'scheduled'],
      ['an end that is still past', [{ expired: true }, { expired: false, expiresAt: inDays(-1) }], 'expired'],
    ])('%s', async (_name, versions, status) => {
      expect(await statusAfter(...versions)).toBe(status);
    });

    test('counts what expires by it', async () => {
      await imported([...surroundings(), deal(), deal({ sourceId: 'd2', expired: true }), offer()]);
      const report = await imported([deal({ expired: true }), deal({ sourceId: 'd2', expired: true }), offer({ expired: true })]);
      expect(report.expired).toEqual({ deal: 1, offer: 1 });
    });

    test('moved to the present, except archived coupons', async () => {
      const anchor = new Date(NOW.getTime() - 10 * DAY);
      await importRecords(
        context,
        [
          ...surroundings(),
          deal({ postedAt: anchor.toISOString(), listPrice: 40, listPriceSeen: '2025-01-01', prices: [['2025-01-01', 40]] }),
          offer(),
          offer({ sourceId: 'o2', year: 2024, expired: true }),
        ],
        {
          shiftDatesFrom: anchor,
        },
      );
      expect(await dealRow()).toMatchObject({ posted_at: NOW, list_price_seen: '2025-01-11' });
      expect(await context.db.selectFrom('price_observations').select('observed_on').execute()).toEqual([{ observed_on: '2025-01-11' }]);
      const offers = await context.db.selectFrom('offers').select('posted_at').orderBy('id').execute();
      expect(offers.map((row) => row.posted_at.toISOString())).toEqual(['2026-02-11T00:00:00.000Z', '2026-02-01T00:00:00.000Z']);
    });
  });

  describe('of comments', () => {
    beforeEach(() => imported([...surroundings(), member(), deal(), deal({ sourceId: 'd2' }), comment(), comment({ sourceId: 'c2' })]));

    test('threads replies, also under what was there before', async () => {
      const report = await imported([comment({ sourceId: 'c2', parent: 'c1' }), comment({ sourceId: 'c3', parent: 'c2' })]);
      expect(counted(report)).toMatchObject({ added: { comment: 1 }, changed: { comment: 1 } });
      expect(report.changedThreadIds).toEqual([(await dealRow()).thread_id]);
      expect((await dealRow()).comment_count).toBe(3);
    });

    test('counts again where one was taken away', async () => {
      const report = await imported([comment({ sourceId: 'c2', deal: 'd2' })]);
      expect([(await dealRow('d1')).comment_count, (await dealRow('d2')).comment_count]).toEqual([1, 1]);
      expect(report.changedThreadIds).toHaveLength(2);
    });

    test('keeps a comment whose member has left', async () => {
      await context.db.deleteFrom('members').execute();
      const before = await exported(context);
      expect(before.filter((line) => line.includes('"member":null'))).toHaveLength(2);
      expect(counted(await imported(before.map((line) => JSON.parse(line) as object))).changed).toEqual({});
    });
  });

  describe('of members', () => {
    test('lets two exchange their names', async () => {
      await imported([member(), member({ sourceId: 'm2', username: 'Bob' })]);
      const report = await imported([member({ username: 'bob' }), member({ sourceId: 'm2', username: 'ADA' })]);
      expect(counted(report).changed).toEqual({ member: 2 });
    });

    test('says which deals show a member that is called differently now', async () => {
      await imported([...surroundings(), member(), deal({ postedBy: 'm1' }), deal({ sourceId: 'd2' })]);
      const report = await imported([member({ username: 'Grace' })]);
      expect(report.changedThreadIds).toEqual([(await dealRow()).thread_id]);
    });
  });

  /** Imports records and checks that progress in each phase begins at 0, or has a file's first lines read, rises, and ends at its total. */
  async function watched(records: object[], options: ImportOptions = {}) {
    const told = new Map<string, Progress[]>();
    const onProgress = (progress: Progress) => void told.set(progress.phase, [...(told.get(progress.phase) ?? []), progress]);
    const report = await importRecords(context, records, { ...options, onProgress });
    expect(report.problems).toEqual([]);
    for (const [phase, progress] of told) {
      const done = progress.map((one) => one.done);
      expect([phase, done]).toEqual([phase, done.toSorted((a, b) => a - b)]);
      expect(new Set(progress.map(({ total }) => total))).toEqual(new Set([done.at(-1)]));
      if (phase !== 'reading') expect(done[0]).toBe(0);
      expect(done.at(-1)).toBeGreaterThan(0);
    }
    return { report, phases: [...told.keys()], vacuumed: told.get('vacuuming')?.at(-1)?.total };
  }

  test('saves more than one statement takes, and tells how far it is, in every phase', async () => {
    const many = Array.from({ length: 1_300 }, (_, index) => deal({ sourceId: `d${index}`, prices: [['2026-01-01', index]] }));
    const { report, phases, vacuumed } = await watched([
      ...surroundings(),
      category({ slug: 'lamps', name: 'Lamps', parent: 'games' }),
      ...many,
    ]);
    expect(report.added.deal).toBe(1_300);
    expect(phases).toEqual(['reading', 'checking', 'saving', 'logging', 'duplicates', 'vacuuming']);
    // The deals and their prices are analyzed and vacuumed: pages wait for each, and no other table has changed much.
    expect(vacuumed).toBe(2 * 2);
    // So does one that has next to nothing to do, and one that only looks.
    expect((await watched([comment(), member()])).phases).toEqual(['reading', 'checking', 'saving', 'logging']);
    const looked = await watched([deal({ sourceId: 'd1', title: 'Another' })], { dryRun: true, createMissing: true });
    expect(looked.phases).toEqual(['reading', 'checking', 'saving', 'logging', 'comparing', 'duplicates']);
    expect(counted(await imported(many))).toEqual({ added: {}, changed: {}, unchanged: { deal: 1_300 } });
  });
});
