import { sql } from 'kysely';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { feedView, type Feed } from '../../../src/features/feeds/address.ts';
import { loadFeed } from '../../../src/features/feeds/feeds.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { collection, contextOf, deal, exported, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';
import { give } from '../../support/given.ts';
import { titlesOf } from '../../support/search-catalogue.ts';
import { runs } from '../../support/full.ts';

const DOOR = {
  shipping: '5.99',
  freeShippingFrom: '35.00',
  shipsTo: ['US', 'CA'],
  membersOnly: 'Prime',
  condition: 'refurbished',
  checkedAt: '2026-02-28T10:00:00.000Z',
};
const AT_DOOR = {
  shipping_cents: 599,
  free_shipping_from_cents: 3500,
  ships_to: ['US', 'CA'],
  members_only: 'Prime',
  condition: 'refurbished',
  checked_at: new Date(DOOR.checkedAt),
};

eachDatabase('what a deal costs at the door', (open) => {
  let context: Context;
  beforeEach(async () => {
    context = contextOf(await open());
    await importRecords(context, [...surroundings(), deal()]);
  });

  const row = () => context.db.selectFrom('deals').selectAll().where('source_id', '=', 'd1').executeTakeFirstOrThrow();
  const edit = (changes: object) => give(context, 'edit', { deal: 'test:d1', changes, dryRun: false });
  const record = async () => JSON.parse((await exported(context)).at(-1)!) as Record<string, unknown>;

  test('is imported, exported as it was, and undone', async () => {
    const before = await exported(context);
    const report = await importRecords(context, [deal(DOOR)]);
    expect(report).toMatchObject({ problems: [], changed: { deal: 1 } });
    expect(await row()).toMatchObject({ ...AT_DOOR, total_cents: 2598 });
    expect(await record()).toMatchObject(DOOR);
    // The same again changes nothing.
    expect(await importRecords(context, [deal(DOOR)])).toMatchObject({ changed: { deal: 0 } });
    await give(context, 'undo-import', { id: 2, dryRun: false });
    expect(await exported(context)).toEqual(before);
    expect(await row()).toMatchObject({ shipping_cents: null, ships_to: [], checked_at: null, total_cents: 1999 });
  });

  test('is edited field by field, kept from then on, and cleared', async () => {
    await edit({ shipping: 'free', shipsTo: ['DE'], checkedAt: '2026-02-28' });
    expect(await row()).toMatchObject({
      shipping_cents: 0,
      ships_to: ['DE'],
      checked_at: new Date('2026-02-28T00:00:00Z'),
      condition: null,
    });
    const { kept } = await importRecords(context, [deal(DOOR)]);
    expect(kept[0]!.fields.map(({ field }) => field)).toEqual(['checkedAt', 'shipping', 'shipsTo']);
    // What is free, and from what price on, is one thing.
    expect(await row()).toMatchObject({ shipping_cents: 0, free_shipping_from_cents: null, ships_to: ['DE'], condition: 'refurbished' });
    await edit({ shipping: null, shipsTo: [], checkedAt: null, membersOnly: null, condition: null });
    expect(await row()).toMatchObject({ shipping_cents: null, ships_to: [], checked_at: null, members_only: null, condition: null });
  });

  test.each([
    ['shipsTo', ['usa'], 'shipsTo.0: must be a country code such as US (is "usa")'],
    ['shipsTo', ['ZZ'], 'shipsTo.0: must be a country code such as US (is "ZZ")'],
    ['condition', 'broken', 'condition: must be one of new, open-box, refurbished, used (is "broken")'],
    ['shipping', 'cheap', 'shipping: must be an amount'],
    ['checkedAt', '2026-03-02', 'checkedAt: must not be in the future: give when the price was checked (is "2026-03-02")'],
  ])('is refused where %s is %j', async (field, value, text) => {
    const { refused } = await edit({ [field]: value });
    expect(refused[0]).toContain(text);
  });

  test.each(Object.entries(AT_DOOR).filter(([column]) => column !== 'free_shipping_from_cents'))(
    'dates the deal anew and is noted for publishing when its %s changes',
    async (column, value) => {
      await sql`update deals set modified_at = '2026-01-01'`.execute(context.db);
      await sql`delete from changes`.execute(context.db);
      await context.db
        .updateTable('deals')
        .set({ [column]: value })
        .execute();
      expect((await row()).modified_at.getTime()).toBeGreaterThan(new Date('2026-01-02').getTime());
      const { rows } = await sql`select subject, quiet from changes`.execute(context.db);
      expect(rows).toEqual([{ subject: 'deal', quiet: false }]);
    },
  );

  test('is a total that is the price with delivery, unless that is free from there on, or the price is of several', async () => {
    const total = async (fields: Record<string, unknown>) => {
      const { problems } = await importRecords(context, [deal(fields)]);
      expect(problems).toEqual([]);
      return (await row()).total_cents;
    };
    expect(await total({ price: '2 for $40', shipping: '5' })).toBe(2000);
    expect(await total({ price: 'from $20', shipping: '5' })).toBe(2500);
    expect(await total({ price: '30% off', shipping: '5' })).toBeNull();
    expect(await total({ price: '21474836.47', shipping: '5' })).toBe(2_147_483_646);
    const amount = fc.nat(9_999);
    const given = fc.record({ price: amount, shipping: fc.option(amount), from: fc.option(amount) });
    await fc.assert(
      fc.asyncProperty(given, async ({ price, shipping, from }) => {
        const expected = shipping === null || (from !== null && price >= from) ? price : price + shipping;
        const money = (cents: number) => (cents / 100).toFixed(2);
        const door = { ...(shipping !== null && { shipping: money(shipping) }), ...(from !== null && { freeShippingFrom: money(from) }) };
        expect(await total({ price: money(price), ...door })).toBe(expected);
      }),
      { numRuns: runs(8, 60) },
    );
  });

  test('is what feeds and searches are sorted and narrowed by, and what collections hold', async () => {
    const game = (sourceId: string, price: string, door: Record<string, unknown> = {}) =>
      deal({ sourceId, title: `Game ${sourceId}`, price, ...door });
    await importRecords(context, [
      collection(),
      game('d1', '19.99', { shipping: '5.99', freeShippingFrom: '35' }),
      game('d2', '24.99', { shipping: 'free' }),
      game('d3', '25.50'),
      game('d4', '36', { shipping: '5.99', freeShippingFrom: '35' }),
    ]);
    const feed = async (asked: string, of: Feed = { kind: 'all' }) => {
      const loaded = await loadFeed(context, of, feedView(of, new URLSearchParams(asked))!);
      if (loaded?.status !== 200) throw new Error(`${asked} has no page`);
      return loaded.page.pageData.items.map((item) => item.dealTitle.slice(-2));
    };
    expect(await feed('sort=price')).toEqual(['d2', 'd3', 'd1', 'd4']);
    expect(await feed('sort=price&price_max=25.50')).toEqual(['d2', 'd3']);
    expect(await feed('sort=price', { kind: 'browse', slug: 'under-25' })).toEqual(['d2']);
    const found = async (asked: string) => (await titlesOf(context, asked)).map((title) => title.slice(-2));
    expect(await found('q=game&sort=price')).toEqual(['d2', 'd3', 'd1', 'd4']);
    expect(await found('q=game&sort=price&price_min=25.60')).toEqual(['d1', 'd4']);
  });
});
