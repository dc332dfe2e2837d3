import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { listImports } from '../../../src/features/catalogue-files/list-imports.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { catalogue } from '../../support/arbitrary-catalogue.ts';
import {
  category,
  comment,
  contextOf,
  deal,
  exported,
  importRecords,
  member,
  NOW,
  offer,
  store,
  surroundings,
} from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { give } from '../../support/given.ts';

const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();

eachDatabase('undoing an import', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
  });

  const undo = (id: number, dryRun = false) => give(context, 'undo-import', { id, dryRun });
  const imported = async (...records: object[]) => {
    expect((await importRecords(context, records)).problems).toEqual([]);
    return (await listImports(context.db))[0]!.id;
  };
  const dealsBySourceId = async () =>
    Object.fromEntries(
      (await context.db.selectFrom('deals').selectAll().orderBy('thread_id').execute()).map((row) => [row.source_id, row]),
    );
  const threadOf = async (sourceId: string) => (await dealsBySourceId())[sourceId]!.thread_id;
  const voteOn = (postId: number) =>
    sql`insert into votes (user_id, post_id, vote, cast_at) select user_id, ${postId}, 1, now() from members limit 1`.execute(context.db);

  test('leads back to the state before, byte for byte, import by import', { timeout: 120_000 }, async () => {
    let undone = 0;
    const leadsBack = fc.asyncProperty(fc.array(catalogue, { minLength: 1, maxLength: 3 }), async (catalogues) => {
      const states: { id: number; before: string[] }[] = [];
      for (const records of catalogues) {
        const before = await exported(context);
        const { problemCount, added, changed } = await importRecords(context, records);
        // A name may be somebody else's already.
        const did = problemCount === 0 && [...Object.values(added), ...Object.values(changed)].some((count) => count > 0);
        if (did) states.push({ id: (await listImports(context.db))[0]!.id, before });
      }
      for (const { id, before } of states.toReversed()) {
        const { said } = await undo(id);
        expect(said.slice(1).filter((line) => !line.startsWith('  '))).toEqual([]);
        expect(await exported(context)).toEqual(before);
        undone += 1;
      }
    });
    await importRecords(context, fc.sample(catalogue, { numRuns: 1, seed: 7 })[0]!);
    await fc.assert(leadsBack, { numRuns: runs(8, 40) });
    expect(undone).toBeGreaterThan(8);
  });

  test('takes away what it added, puts back what it changed, and revives what it expired', async () => {
    await imported(...surroundings(), deal(), deal({ sourceId: 'd2', expiresAt: inDays(5) }));
    const before = await exported(context);
    const id = await imported(
      store({ slug: 'other', name: 'Other' }),
      deal({ title: 'Another game', store: 'other', price: '9.99', prices: [['2026-02-01', '9.99']] }),
      deal({ sourceId: 'd2', expired: true }),
      deal({ sourceId: 'd3' }),
    );
    const after = await exported(context);
    expect(await undo(id, true)).toMatchObject({ said: [`Undoing import ${id} would do this; nothing was written:`, ...UNDONE] });
    expect(await exported(context)).toEqual(after);
    expect(await undo(id)).toMatchObject({ said: [`Undid import ${id}:`, ...UNDONE], refused: [] });
    expect(await exported(context)).toEqual(before);
    expect((await undo(id)).refused[0]).toMatch(/^import 2 was already undone on .*$/);
    expect((await undo(9)).refused).toEqual(['there is no import 9; "imports" lists them']);
    // It can be imported again.
    expect(await imported(deal({ sourceId: 'd3' }))).toBe(3);
  });
  const UNDONE = ['  removed what it added: 1 store, 1 deal', '  restored 2 records that it changed'];

  test('leaves what a later import or an editor has changed since, field by field, and tells it', async () => {
    await imported(...surroundings(), category({ slug: 'lamps', name: 'Lamps' }), deal(), deal({ sourceId: 'd2' }));
    const id = await imported(
      deal({ title: 'New title', couponCode: 'ONE', category: 'lamps' }),
      deal({ sourceId: 'd2', title: 'Second' }),
      deal({ sourceId: 'd3' }),
      deal({ sourceId: 'd4' }),
    );
    await imported(deal({ title: 'Newest title', couponCode: 'ONE', category: 'lamps' }), deal({ sourceId: 'd4', price: '5.00' }));
    const { said } = await undo(id);
    const [d1, d4] = [await threadOf('d1'), await threadOf('d4')];
    expect(said).toEqual([
      `Undid import ${id}:`,
      '  removed what it added: 1 deal',
      '  restored 2 records that it changed',
      'Not restored, because they were changed since:',
      `  deal ${d1} "Newest title": title`,
      'Not removed, because they were changed since or are still in use:',
      `  deal ${d4} "A game"`,
    ]);
    const rows = await dealsBySourceId();
    expect(rows['d1']).toMatchObject({ title: 'Newest title', coupon_code: null });
    expect(rows['d2']).toMatchObject({ title: 'A game' });
    expect(Object.keys(rows).toSorted()).toEqual(['d1', 'd2', 'd4']);
  });

  test.each([
    {
      what: 'a list price that would be no more than the price which an editor set',
      first: { price: '199.00', listPrice: '249.00' },
      second: { price: '350.00', listPrice: '400.00' },
      since: () => give(context, 'edit', { deal: 'test:d1', changes: { price: '300.00' }, dryRun: false }),
      left: 'price, listPrice (would contradict what was changed)',
      stays: { price_cents: 30000, list_price_cents: 40000 },
    },
    {
      what: 'amounts in another currency than the price which an editor set',
      first: { price: '19.00', shipping: '5.00' },
      second: { price: '20.00', shipping: '6.00', currency: 'EUR' },
      since: () => give(context, 'edit', { deal: 'test:d1', changes: { price: '21.00' }, dryRun: false }),
      left: 'price, shipping (would contradict what was changed)',
      stays: { price_cents: 2100, shipping_cents: 600, currency: 'EUR' },
    },
    {
      what: 'an end that would come before the start which a later import brought',
      first: { expiresAt: inDays(10) },
      second: { expiresAt: inDays(20) },
      since: () => importRecords(context, [deal({ title: 'New title', startsAt: inDays(15), expiresAt: inDays(20) })]),
      left: 'schedule (would contradict what was changed)',
      stays: { starts_at: new Date(inDays(15)), expires_at: new Date(inDays(20)) },
    },
  ])('leaves $what', async ({ first, second, since, left, stays }) => {
    await imported(...surroundings(), deal(first));
    const id = await imported(deal({ ...second, title: 'New title' }));
    await since();
    const { said } = await undo(id);
    expect(said.slice(-2)).toEqual(['Not restored, because they were changed since:', `  deal ${await threadOf('d1')} "A game": ${left}`]);
    expect((await dealsBySourceId())['d1']).toMatchObject({ title: 'A game', ...stays });
  });

  test('expires what members voted or wrote comments on, and takes the other comments that it brought', async () => {
    const first = await imported(...surroundings(), member());
    const id = await imported(
      ...['d1', 'd2', 'd3'].map((sourceId) => deal({ sourceId })),
      comment(),
      comment({ sourceId: 'c2', deal: 'd2' }),
      comment({ sourceId: 'c3', deal: 'd2', parent: 'c2' }),
      offer(),
    );
    const rows = await dealsBySourceId();
    await voteOn(rows['d1']!.post_id);
    const answer = await context.db.selectFrom('comments').select('post_id').where('source_id', '=', 'c3').executeTakeFirstOrThrow();
    await voteOn(answer.post_id);
    const { said } = await undo(id);
    expect(said).toEqual([
      `Undid import ${id}:`,
      '  removed what it added: 1 deal, 1 comment, 1 offer',
      'Expired and not removed, because members voted or commented on them ("delete" removes them):',
      `  deal ${rows['d1']!.thread_id} "A game"`,
      `  deal ${rows['d2']!.thread_id} "A game"`,
      'Not removed, because they were changed since or are still in use:',
      '  comment test:c2 "Good one."',
      '  comment test:c3 "Good one."',
    ]);
    expect(Object.values(await dealsBySourceId()).map(({ source_id, status }) => [source_id, status])).toEqual([
      ['d1', 'expired'],
      ['d2', 'expired'],
    ]);
    expect((await undo(first)).said.at(-1)).toBe('  forum hot-deals "Hot Deals"');
  });

  test('takes what has others of its own far below it, of many comments and categories', async () => {
    await imported(...surroundings(), member());
    const many = Array.from({ length: 700 }, (_, index) => index);
    const id = await imported(
      ...many.map((index) => category({ slug: `g${index}`, ...(index === 699 && { parent: 'g0' }) })),
      deal(),
      ...many.map((index) => comment({ sourceId: `c${index}`, ...(index === 699 && { parent: 'c0' }) })),
    );
    const { said } = await undo(id);
    expect(said).toEqual([`Undid import ${id}:`, '  removed what it added: 700 categories, 1 deal, 700 comments']);
  });

  test('does not say that nothing was done where it expired all that it added', async () => {
    await imported(...surroundings(), member());
    const id = await imported(deal());
    const { d1 } = await dealsBySourceId();
    await voteOn(d1!.post_id);
    expect((await undo(id)).said).toEqual([
      `Undid import ${id}:`,
      'Expired and not removed, because members voted or commented on them ("delete" removes them):',
      `  deal ${d1!.thread_id} "A game"`,
    ]);
  });

  test('counts what it put back, and apart from that what is gone since', async () => {
    await imported(...surroundings(), deal(), deal({ sourceId: 'd2' }));
    const id = await imported(deal({ title: 'New title' }), deal({ sourceId: 'd2', title: 'Second' }));
    const both = await imported(deal({ title: 'Newer title' }));
    await give(context, 'delete', { deals: ['test:d1'], dryRun: false });
    await imported(deal({ title: 'Anew' }));
    const gone = '  not restored, because they are gone since: 1 record';
    expect((await undo(both)).said).toEqual([`Undid import ${both}:`, '  nothing: its records are gone or were changed since', gone]);
    expect((await undo(id)).said).toEqual([`Undid import ${id}:`, '  restored 1 record that it changed', gone]);
    expect((await dealsBySourceId())['d1']).toMatchObject({ title: 'Anew' });
  });

  test('counts what it removed, and apart from that what somebody deleted or merged before', async () => {
    await imported(...surroundings(), member(), deal());
    const id = await imported(
      ...['d2', 'd3', 'd4'].map((sourceId) => deal({ sourceId })),
      comment({ deal: 'd3' }),
      comment({ sourceId: 'c2', deal: 'd2' }),
    );
    await give(context, 'merge', { duplicate: 'test:d2', into: 'test:d1' });
    await give(context, 'delete', { deals: ['test:d3'], dryRun: false });
    await imported(deal({ sourceId: 'd3' }));
    expect((await undo(id)).said).toEqual([
      `Undid import ${id}:`,
      '  removed what it added: 1 deal, 1 comment',
      '  not removed, because they are gone already: 3 records',
    ]);
    expect(Object.keys(await dealsBySourceId()).toSorted()).toEqual(['d1', 'd3']);
  });

  test('is not possible for what is long ago, and imports that change nothing are not listed', async () => {
    let now = NOW;
    context = contextOf(await open(), () => now);
    await imported(...surroundings(), deal());
    await imported(deal());
    expect(await listImports(context.db)).toHaveLength(1);
    now = new Date(inDays(31));
    await imported(deal({ title: 'New title' }));
    expect((await listImports(context.db)).map(({ id, undoable }) => [id, undoable])).toEqual([
      [2, true],
      [1, false],
    ]);
    expect((await undo(1)).refused[0]).toContain('can no longer be undone');
    expect((await importRecords(context, [deal({ title: 'x' })])).problemCount).toBe(1);
    await importRecords(context, [deal({ title: 'Only looked at' })], { dryRun: true });
    const { rows } = await sql`select distinct import_id as id from import_changes`.execute(context.db);
    expect(rows).toEqual([{ id: 2 }]);
  });

  test('waits for an import that is under way, and sees all of it', async () => {
    const id = await imported(...surroundings(), deal());
    let undoing: ReturnType<typeof undo> | undefined;
    await importRecords(context, [deal({ title: 'New title' })], {
      onProgress: ({ phase }) => void (phase === 'saving' && (undoing ??= undo(id))),
    });
    expect((await undoing!).said.at(-1)).toContain('"Hot Deals"');
    expect((await dealsBySourceId())['d1']!.title).toBe('New title');
  });
});
