import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { reportText } from '../../../src/cli/report-text.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { comment, contextOf, deal, exported, importRecords, member, offer, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';

const numbers = async ({ db }: Context) => {
  const deals = await db.selectFrom('deals').select(['source_id', 'thread_id', 'post_id']).orderBy('source_id').execute();
  const comments = await db.selectFrom('comments').select(['source_id', 'post_id']).orderBy('source_id').execute();
  return Object.fromEntries([
    ...deals.map((row) => [row.source_id, [row.thread_id, row.post_id]]),
    ...comments.map((row) => [row.source_id, row.post_id]),
  ]) as Record<string, unknown>;
};

eachDatabase('addresses of a site that moves', (open) => {
  test('are those that it had, of deals and of comments', async () => {
    const before = contextOf(await open());
    await importRecords(before, [...surroundings(), deal({ sourceId: 'gone' }), deal({ sourceId: 'd1' }), deal({ sourceId: 'd2' })]);
    await before.db.deleteFrom('deals').where('source_id', '=', 'gone').execute();
    const { problems } = await importRecords(before, [
      member(),
      comment({ sourceId: 'c1', deal: 'd2' }),
      comment({ sourceId: 'c2', deal: 'd2', parent: 'c1' }),
    ]);
    expect(problems).toEqual([]);
    const lines = await exported(before);

    const after = contextOf(await open());
    await importRecords(
      after,
      lines.map((line) => JSON.parse(line) as object),
    );
    expect(await numbers(after)).toEqual(await numbers(before));
    expect(await exported(after)).toEqual(lines);

    // What is new goes on from there.
    const report = await importRecords(after, [deal({ sourceId: 'd3' }), comment({ sourceId: 'c3' })]);
    expect(report).toMatchObject({ problems: [], readdressed: 0 });
    const { d3, c3, ...rest } = await numbers(after);
    const highest = Math.max(...(Object.values(rest).flat() as number[]));
    expect([...(d3 as number[]), c3 as number].every((number) => number > highest)).toBe(true);
  });

  test('go to others where they are taken, which the import tells', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal({ sourceId: 'd1', threadId: 1500, postId: 1501 })]);
    expect(await numbers(context)).toEqual({ d1: [1500, 1501] });
    const report = await importRecords(context, [
      deal({ sourceId: 'd2', threadId: 1500, postId: 1600 }),
      deal({ sourceId: 'd3', threadId: 1700, postId: 1501 }),
      deal({ sourceId: 'd4', threadId: 1800, postId: 1801 }),
      deal({ sourceId: 'd5', threadId: 1800, postId: 1801 }),
    ]);
    expect(report).toMatchObject({ problems: [], readdressed: 2, added: { deal: 4 } });
    const { d2, d3, d4, d5 } = (await numbers(context)) as Record<string, number[]>;
    expect([d2?.[1], d3?.[0], d4]).toEqual([1600, 1700, [1800, 1801]]);
    for (const number of [d2?.[0], d3?.[1], ...(d5 ?? [])]) expect(number).toBeGreaterThan(1801);

    const again = await importRecords(context, [
      member(),
      comment({ sourceId: 'c1', postId: 1501 }),
      comment({ sourceId: 'c2', postId: 1900 }),
      comment({ sourceId: 'c3', postId: 1900 }),
    ]);
    expect(again.problems).toEqual([]);
    const { c1, c2, c3 } = (await numbers(context)) as Record<string, number>;
    expect(c2).toBe(1900);
    expect(Math.min(c1 ?? 0, c3 ?? 0)).toBeGreaterThan(1900);
  });

  test('stay, whatever a later file says', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal({ sourceId: 'd1', threadId: 1500, postId: 1501 })]);
    const report = await importRecords(context, [deal({ sourceId: 'd1', threadId: 1700, postId: 1701 })]);
    expect(report).toMatchObject({ problems: [], readdressed: 0, unchanged: { deal: 1 } });
    expect(await numbers(context)).toEqual({ d1: [1500, 1501] });
  });

  test('of merged deals are not given to others', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal({ sourceId: 'd1' })]);
    await sql`insert into merged_deals (thread_id, into_thread_id, source, source_id)
      select 1400, thread_id, 'test', 'merged' from deals`.execute(context.db);
    const report = await importRecords(context, [deal({ sourceId: 'd2', threadId: 1400 })]);
    expect(report).toMatchObject({ readdressed: 1, added: { deal: 1 } });
  });

  test('of merged deals and of offers lead where they led', async () => {
    const before = contextOf(await open());
    await importRecords(before, [
      ...[...surroundings(), deal({ sourceId: 'd1' }), deal({ sourceId: 'd2' }), deal({ sourceId: 'd3' })],
      ...[offer({ sourceId: 'gone' }), offer(), offer({ sourceId: 'o2', code: 'TWO' })],
    ]);
    const { d1, d2, d3 } = (await numbers(before)) as Record<string, number[]>;
    await give(before, 'merge', { duplicate: 'test:d2', into: 'test:d1', dryRun: false });
    await give(before, 'merge', { duplicate: 'test:d3', into: 'test:d1', dryRun: false });
    await before.db.deleteFrom('offers').where('source_id', '=', 'gone').execute();
    const lines = await exported(before);
    expect(lines.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        sourceId: 'd1',
        merged: [
          { threadId: d2?.[0], source: 'test', sourceId: 'd2' },
          { threadId: d3?.[0], source: 'test', sourceId: 'd3' },
        ],
      }),
    );

    const after = contextOf(await open());
    const records = lines.map((line) => JSON.parse(line) as object);
    const report = await importRecords(after, records);
    expect(report).toMatchObject({ problems: [], mergedElsewhere: 0, readdressedOffers: 0 });
    expect(await exported(after)).toEqual(lines);
    const page = await loadPage(after, `/f/${d2?.[0]}-a-game`, new URLSearchParams());
    expect(page).toMatchObject({ status: 301, location: `/f/${d1?.[0]}-a-game` });
    // The source may list them still; what is new gets numbers of its own.
    const later = await importRecords(after, [deal({ sourceId: 'd2' }), deal({ sourceId: 'd4' }), offer({ sourceId: 'o3' })]);
    expect(later).toMatchObject({ problems: [], merged: 1, added: { deal: 1, offer: 1 } });
    const ids = await after.db.selectFrom('offers').select('id').orderBy('id').execute();
    expect(ids).toEqual([{ id: 2 }, { id: 3 }, { id: 4 }]);
    expect((await numbers(after))['d4']).toSatisfy(([thread]: number[]) => (thread ?? 0) > Math.max(d2?.[0] ?? 0, d3?.[0] ?? 0));
  });

  test('of merged deals and of offers that are taken stay with whoever has them, which is told', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal({ sourceId: 'd1', threadId: 1500 }), offer({ offerId: 7 })]);
    const merged = (threadId: number, sourceId: string) => ({ threadId, source: 'test', sourceId });
    const report = await importRecords(context, [
      deal({ sourceId: 'd2', merged: [merged(1500, 'x1'), merged(1601, 'd1'), merged(1602, 'x2')] }),
      deal({ sourceId: 'd1', merged: [merged(1603, 'x3')] }),
      ...['o2', 'o3', 'o4'].map((sourceId, at) => offer({ sourceId, code: sourceId, offerId: [7, 9, 9][at] })),
    ]);
    expect(report).toMatchObject({ problems: [], mergedElsewhere: 2, readdressedOffers: 2 });
    expect(reportText(report).split('\n').filter((line) => line.includes('addresses'))).toEqual([
      '2 offers got new addresses: other offers here already have their offerId. An import into an empty site keeps all addresses.',
      '2 addresses of merged deals do not lead to them: other deals here already have them.',
    ]); // prettier-ignore
    expect(await context.db.selectFrom('merged_deals').select(['thread_id', 'source_id']).execute()).toEqual([
      { thread_id: 1602, source_id: 'x2' },
    ]);
    const offers = await context.db.selectFrom('offers').select(['source_id', 'id']).orderBy('source_id').execute();
    expect(offers).toEqual([
      { source_id: 'o1', id: 7 },
      { source_id: 'o2', id: 10 },
      { source_id: 'o3', id: 9 },
      { source_id: 'o4', id: 11 },
    ]);
    // Undoing it takes the deal with what led to it.
    expect((await give(context, 'undo-import', { id: 2, dryRun: false })).said).toContain('  removed what it added: 1 deal, 3 offers');
    expect(await context.db.selectFrom('merged_deals').selectAll().execute()).toEqual([]);
  });

  test('are numbers that leave room for more', async () => {
    const context = contextOf(await open());
    const { problems } = await importRecords(context, [...surroundings(), deal({ threadId: 9_000_000_000 })]);
    expect(problems.map(({ reason }) => reason)).toEqual(['must be at most 1000000000']);
  });
});
