import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { withinBounds } from '../../../src/features/search/bounded.server.ts';
import { loadSearch } from '../../../src/features/search/search.server.ts';
import { searchQuery } from '../../../src/features/search/query.ts';
import { accountsContext } from '../../support/accounts.ts';
import { priorPrices } from '../../support/prior-price.ts';
import { eachDatabase, onDatabase, type Open } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';

const MONITOR = 'Asus VG27AQ 27" 1440p 165 Hz IPS monitor';
const SCREEN = 'Dell S3221QS 31.5" 4K display';
const CARD = 'ZOTAC Twin Edge GeForce RTX 4070 Ti 12 GB graphics card';
const OTHER_CARD = 'PNY VERTO GeForce RTX 4080 16 GB graphics card';
const DRIVE = 'Western Digital WD_BLACK hard drive, 1 TB, 7200 rpm';
const MOUSE = 'Logitech MX Anywhere 3 wireless mouse';
const COOLER = 'be quiet! Dark Rock 4 CPU cooler';
const CREME = 'Crème brûlée set';

const CATALOGUE = [
  { title: MONITOR, category: 'monitors', brand: 'asus', price: '299.00', prices: priorPrices('399.00') },
  { title: SCREEN, category: 'monitors', price: '349.00' },
  { title: CARD, category: 'graphics-cards', price: '799.00', couponCode: 'SAVE' },
  { title: OTHER_CARD, category: 'graphics-cards', price: '1099.00' },
  { title: DRIVE, category: 'computers', brand: 'western-digital', price: '59.00', store: 'north-mart' },
  { title: MOUSE, category: 'mice', price: '49.00', description: 'A quiet one for the couch.' },
  { title: COOLER, category: 'computers', brand: 'be-quiet', price: '69.00' },
  { title: CREME, price: '25.00', forum: 'freebies' },
  { title: 'Jigsaw puzzle of a monitor lizard', price: '5.00' },
];

onDatabase('a search', (open) => {
  const catalogue = async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, CATALOGUE);
    return context;
  };

  test('knows a word that titles write with a hyphen after its first letter', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['Cups of glass', 'Breakfast blend K-Cup pods, 96 ct']);
    expect((await titlesOf(context, 'kcups'))[0]).toBe('Breakfast blend K-Cup pods, 96 ct');
    expect((await searched(context, 'kcups')).corrected).toEqual([]);
  });

  test('leaves out what has a word after a hyphen, and finds what is in quotation marks word for word', async () => {
    const context = await catalogue();
    const found = async (q: string) => (await titlesOf(context, q)).toSorted();
    expect(await found('monitor -lizard')).toEqual([MONITOR, SCREEN].toSorted());
    expect(await found('geforce -"rtx 4080"')).toEqual([CARD]);
    expect(await found('"graphics card" -pny')).toEqual([CARD]);
    expect(await found('"card graphics"')).toEqual([]);
    expect(await found('"twin edge" 4070')).toEqual([CARD]);
    // What a word names is left out, too; what a description merely says is not.
    expect(await found('-monitor')).not.toContain(SCREEN);
    expect((await found('-monitor')).length).toBe(CATALOGUE.length - 3);
    expect(await found('mouse -couch')).toEqual([MOUSE]);
  });

  test('finds what people mean', async () => {
    const context = await catalogue();
    const found = async (q: string) => (await titlesOf(context, q))[0];
    for (const [q, title] of [
      // Typos, also two in a long word.
      ...[
        ['moniter vg27aq', MONITOR],
        ['zoatc', CARD],
        ['grahpics crad twin', CARD],
        ['logitehc', MOUSE],
        ['anywhree mouse', MOUSE],
      ],
      // Beginnings, plurals and stems.
      ...[
        ['logi', MOUSE],
        ['wireless mou', MOUSE],
        ['graphic cards zotac', CARD],
        ['coolers', COOLER],
      ],
      // Accents, units and models.
      ...[
        ['creme brulee', CREME],
        ['CRÈME', CREME],
        ['27in', MONITOR],
        ['27 inch', MONITOR],
        ['27"', MONITOR],
        ['27” monitor', MONITOR],
      ],
      ...[
        ['1tb', DRIVE],
        ['1 terabyte drive', DRIVE],
        ['rtx 4070 ti', CARD],
        ['rtx4070ti', CARD],
        ['4070ti', CARD],
        ['165hz', MONITOR],
      ],
      ...[
        ['wd black', DRIVE],
        ['wd-black', DRIVE],
        ['wdblack', DRIVE],
        ['32" 4k', SCREEN],
        ['monitor 165', MONITOR],
      ],
      // Names and synonyms.
      ...[
        ['western digital', DRIVE],
        ['asus', MONITOR],
        ['be quiet', COOLER],
        ['north mart', DRIVE],
        ['gpu zotac', CARD],
        ['uhd', SCREEN],
      ],
      // What stands in the description alone.
      ...[['couch mouse', MOUSE]],
    ])
      expect(await found(q!), q).toBe(title);
  });

  test('finds models whose names end like plurals', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['3M EM550GPS wireless mouse', 'ASRock Fatal1ty motherboard', 'Two 16GBs']);
    for (const [q, title] of Object.entries({
      em550gps: '3M EM550GPS wireless mouse',
      fatal1ty: 'ASRock Fatal1ty motherboard',
      '16gb': 'Two 16GBs',
    }))
      expect(await titlesOf(context, q), q).toEqual([title]);
  });

  test('does not take one model for another', async () => {
    const context = await catalogue();
    expect(await titlesOf(context, 'rtx 4080')).toEqual([OTHER_CARD]);
    expect((await searched(context, 'rtx 4090')).total).toBe(0);
  });

  test('puts the thing itself before what is merely called so', async () => {
    const context = await catalogue();
    const titles = await titlesOf(context, 'monitor');
    expect(titles).toHaveLength(3);
    expect(titles.at(-1)).toContain('lizard');
  });

  test('says what it took for a typo, which shelves the words name, and what it read as a price', async () => {
    const context = await catalogue();
    expect(await searched(context, 'moniter')).toMatchObject({ corrected: [{ from: 'moniter', to: 'monitor' }] });
    expect((await searched(context, 'asus moniter')).entities.map(({ slug }) => slug)).toContain('monitors');
    expect((await searched(context, 'asus monitors')).entities.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['asus', 'monitors']),
    );
    const priced = await searched(context, 'graphics card under $1,000');
    expect(priced.items.map(({ dealTitle }) => dealTitle)).toEqual([CARD]);
    expect(priced.price).toEqual({ matchedText: 'under $1,000', min: undefined, max: 1000 });
    expect((await searched(context, 'q=graphics+card+under+1000&price_max=2000')).total).toBe(2);
    // Prices that no column holds.
    expect((await searched(context, 'graphics card under 9999999k')).total).toBe(2);
    expect((await searched(context, 'graphics card over 9999999k')).total).toBe(0);
  });

  test('shows what comes close when nothing, or little, has all of the words', async () => {
    const context = await catalogue();
    const { total, near } = await searched(context, 'zotac rtx 4070 purple');
    expect(total).toBe(0);
    expect(near[0]?.dealTitle).toBe(CARD);
    const few = await searched(context, 'zotac rtx');
    expect(few.items.map(({ dealTitle }) => dealTitle)).toEqual([CARD]);
    expect(few.near.map(({ dealTitle }) => dealTitle)).toContain(OTHER_CARD);
    // Of the kind that is looked for, not of any that shares a word.
    expect((await searched(context, 'purple quiet mouse')).near[0]?.dealTitle).toBe(MOUSE);
  });

  test('puts an expired deal at its place, but never first, and hides it when told to', async () => {
    const context = await catalogue();
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', MONITOR).execute();
    expect(await titlesOf(context, '27 inch monitor')).toEqual([MONITOR]);
    const titles = await titlesOf(context, 'monitor');
    expect(titles[0]).toBe(SCREEN);
    expect(await titlesOf(context, 'q=monitor&hideexpired=1')).not.toContain(MONITOR);
    expect((await titlesOf(context, 'q=monitor&sort=price')).at(-1)).toBe(MONITOR);
  });

  test('never shows a deal before it starts', async () => {
    const context = await catalogue();
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('title', '=', CREME).execute();
    for (const ask of ['creme', 'q=', 'q=&filters[forum][]=freebies', 'creme purple']) {
      const { items, near } = await searched(context, ask);
      expect([...items, ...near].map(({ dealTitle }) => dealTitle)).not.toContain(CREME);
    }
  });

  describe('is narrowed', () => {
    const all = async (context: Context, ask: string) => (await titlesOf(context, ask)).toSorted();

    test('by store, brand, category and forum, by id or slug, of one kind any, of several kinds all', async () => {
      const context = await catalogue();
      const { id } = await context.db.selectFrom('stores').select('id').where('slug', '=', 'north-mart').executeTakeFirstOrThrow();
      expect(await all(context, 'q=&filters[store][]=north-mart')).toEqual([DRIVE]);
      expect(await all(context, `q=&filters[store][]=${id}`)).toEqual([DRIVE]);
      expect(await all(context, 'q=&filters[brand][]=asus&filters[brand][]=western-digital')).toEqual([MONITOR, DRIVE]);
      expect(await all(context, 'q=&filters[brand][]=asus&filters[store][]=north-mart')).toEqual([]);
      expect(await all(context, 'q=&f=freebies')).toEqual([CREME]);
      expect(await all(context, 'q=&filters[brand][]=no-such-brand')).toEqual([]);
    });

    test('by a category with all that is below it', async () => {
      const context = await catalogue();
      expect(await all(context, 'q=&filters[category][]=monitors')).toEqual([MONITOR, SCREEN]);
      expect(await all(context, 'q=&filters[category][]=computers')).toHaveLength(7);
    });

    test('by price, percent off and coupon', async () => {
      const context = await catalogue();
      expect(await all(context, 'q=&price_max=49')).toEqual([CREME, 'Jigsaw puzzle of a monitor lizard', MOUSE]);
      expect(await all(context, 'q=&price_min=799')).toEqual([OTHER_CARD, CARD]);
      expect(await all(context, 'q=&price_min=48.99&price_max=49.01')).toEqual([MOUSE]);
      expect(await all(context, 'q=&price_min=50&price_max=40')).toEqual([]);
      expect(await all(context, 'q=&percent_off=25')).toEqual([MONITOR]);
      expect(await all(context, 'q=&percent_off=26')).toEqual([]);
      expect(await all(context, 'q=card&coupon=1')).toEqual([CARD]);
    });

    test('and tells what else there is to choose: of a filter in use all, of the others what is left', async () => {
      const context = await catalogue();
      const counts = async (ask: string, filter: 'category' | 'store') =>
        Object.fromEntries((await searched(context, ask)).facets[filter].map(({ slug, deals }) => [slug, deals]));
      expect(await counts('q=', 'category')).toEqual({ monitors: 2, 'graphics-cards': 2, mice: 1, computers: 2, lamps: 2 });
      expect(await counts('q=&filters[store][]=north-mart', 'category')).toEqual({ computers: 1 });
      expect(await counts('q=&filters[store][]=north-mart', 'store')).toEqual({ 'north-mart': 1, 'corner-shop': 8 });
    });
  });

  test('is ordered by price, percent off, age and votes', async () => {
    const context = await catalogue();
    const { db } = context;
    await db.updateTable('deals').set({ posted_at: '2026-02-02T00:00:00Z' }).where('title', '=', MOUSE).execute();
    await db.updateTable('deals').set({ rank: 1e9 }).where('title', '=', DRIVE).execute();
    const first = async (ask: string) => (await titlesOf(context, ask))[0];
    expect(await first('q=')).toBe(MOUSE);
    expect(await first('q=&sort=newest')).toBe(MOUSE);
    expect(await first('q=&sort=popular')).toBe(DRIVE);
    expect(await first('q=&sort=price')).toBe('Jigsaw puzzle of a monitor lizard');
    expect(await first('q=&sort=discount')).toBe(MONITOR);
  });

  test('prefers what costs less when something cheap is asked for', async () => {
    const context = await catalogue();
    expect((await titlesOf(context, 'cheap graphics card'))[0]).toBe(CARD);
    await context.db.updateTable('deals').set({ price_cents: 100 }).where('title', '=', OTHER_CARD).execute();
    expect((await titlesOf(context, 'cheapest graphics card'))[0]).toBe(OTHER_CARD);
  });

  test('answers whatever is typed', async () => {
    const context = await catalogue();
    const odd = [
      "'",
      "''",
      '\\',
      "\\'",
      '&',
      '|',
      '!',
      ':*',
      "a' | 'b",
      '<->',
      '\u0000',
      '\ud800',
      '😀',
      '%',
      '_',
      '"',
      '$1',
      'x'.repeat(200),
      '- - -',
    ];
    const typed = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(fc.constantFrom(...odd, 'monitor', '27'), { maxLength: 12 }).map((all) => all.join(' ')),
    );
    for (const q of odd) await searched(context, `q=${encodeURIComponent(q.toWellFormed())}`);
    await fc.assert(
      fc.asyncProperty(typed, async (q) => {
        const { total, items } = await searched(
          context,
          `q=${encodeURIComponent(q.toWellFormed())}&filters[store][]=${encodeURIComponent(q.toWellFormed())}`,
        );
        expect(total).toBe(items.length);
      }),
      { numRuns: runs(20, 40) },
    );
  });
});

/** A catalogue of many deals with a broad word, in two colours, each costing what its number says. */
async function manyLamps(open: Open, count: number): Promise<Context> {
  const context = accountsContext((await open()).db);
  await searchCatalogue(context, ['A desk lamp', 'A very special desk lamp']);
  await sql`
    insert into deals (source, source_id, title, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at, rank)
    select 'many', n::text, 'Lamp number ' || n || case when n % 2 = 0 then ' black' else ' white' end, store_id, category_id, forum_id, url,
      n, posted_at + n * interval '1 minute', updated_at, n
    from deals cross join generate_series(1, ${count}) as n where title = 'A desk lamp'`.execute(context.db);
  return context;
}

eachDatabase('a broad search', (open) => {
  test('goes through a thousand deals, says that there are more, and has the first ones of the order right', async () => {
    const context = await manyLamps(open, 2_500);
    const found = await searched(context, 'lamp');
    expect(found).toMatchObject({ total: 1_000, more: true, pages: 25 });
    expect((await searched(context, 'q=lamp&page=25')).items).toHaveLength(40);
    expect(await loadSearch(context, searchQuery(new URLSearchParams('q=lamp&page=26'))!)).toBeUndefined();
    expect((await titlesOf(context, 'q=lamp&sort=newest'))[0]).toBe('Lamp number 2500 black');
    expect((await titlesOf(context, 'q=lamp+white&sort=price')).slice(0, 2)).toEqual(['Lamp number 1 white', 'Lamp number 3 white']);
    expect(await titlesOf(context, 'very special lamp')).toEqual(['A very special desk lamp']);
    expect((await searched(context, 'q=')).more).toBe(true);
    const pages = await Promise.all([1, 2, 3].map(async (page) => titlesOf(context, `q=lamp&page=${page}`)));
    expect(new Set(pages.flat()).size).toBe(120);
  });
});

eachDatabase('a search that takes too long', (open) => {
  test('is given up with a page that says so', async () => {
    const { db } = await open();
    const context = accountsContext(db);
    await searchCatalogue(context, ['A lamp']);
    const { rows } = await sql<{ source: string }>`select pg_get_functiondef('search_fold'::regproc) as source`.execute(db);
    await sql`create or replace function search_fold(text) returns text immutable strict parallel safe language plpgsql as $$ begin
      raise exception 'canceling statement due to statement timeout' using errcode = '57014'; end $$`.execute(db);
    expect(await searched(context, 'lamp')).toMatchObject({ tooLong: true, total: 0, items: [] });
    await expect(withinBounds(db, async (bounded) => sql`select 1/0`.execute(bounded))).rejects.toThrow('division by zero');
    expect((await searched(context, 'q=')).total).toBe(1);
    await sql.raw(rows[0]!.source).execute(db);
    expect((await searched(context, 'lamp')).total).toBe(1);
  });
});
