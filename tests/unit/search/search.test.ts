import fc from 'fast-check';
import { expect, test } from 'vitest';
import { requiredTerms } from '../../../src/features/search/required-terms.server.ts';
import { accountsContext } from '../../support/accounts.ts';
import { onDatabase } from '../../support/databases.ts';
import { runs } from '../../support/full.ts';
import { searchCatalogue, searched, titlesOf } from '../../support/search-catalogue.ts';
import { brand, store } from '../../support/catalogue.ts';
import { MONITOR, SCREEN, CARD, OTHER_CARD, DRIVE, MOUSE, COOLER, CREME, MIXED_DEALS, openMixedDeals } from '../../support/mixed-deals.ts';
import { dealOf, gather, importInto, smallCatalogue } from './suggestions/catalogue.ts';

onDatabase('a search', (open) => {
  test('knows a word that titles write with a hyphen after its first letter', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['Cups of glass', 'Breakfast blend K-Cup pods, 96 ct']);
    expect((await titlesOf(context, 'kcups'))[0]).toBe('Breakfast blend K-Cup pods, 96 ct');
    expect((await searched(context, 'kcups')).corrected).toEqual([]);
  });

  test('leaves out what has a word after a hyphen, and finds what is in quotation marks word for word', async () => {
    const context = await openMixedDeals(open);
    const found = async (q: string) => (await titlesOf(context, q)).toSorted();
    expect(await found('monitor -lizard')).toEqual([MONITOR, SCREEN].toSorted());
    expect(await found('geforce -"rtx 4080"')).toEqual([CARD]);
    expect(await found('"graphics card" -pny')).toEqual([CARD]);
    expect(await found('"card graphics"')).toEqual([]);
    expect(await found('"twin edge" 4070')).toEqual([CARD]);
    // What a word names is left out, too; what a description merely says is not.
    expect(await found('-monitor')).not.toContain(SCREEN);
    expect((await found('-monitor')).length).toBe(MIXED_DEALS.length - 3);
    expect(await found('mouse -couch')).toEqual([MOUSE]);
  });

  test('finds what people mean', async () => {
    const context = await openMixedDeals(open);
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

  test('takes no English word for a typo of what titles have', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['Oak side table', 'Gold ring', 'Woven basket', 'Beige case']);
    for (const q of ['tablet', 'golf', 'women', 'café'])
      expect(await searched(context, q), q).toMatchObject({ total: 0, near: [], corrected: [] });
    for (const [from, to] of [
      ['tabble', 'table'],
      ['wovn', 'woven'],
    ])
      expect(await searched(context, from!), from).toMatchObject({ total: 1, corrected: [{ from, to }] });
  });

  test('shows all deals for words that say nothing of the thing, where no title has them', async () => {
    const context = await openMixedDeals(open);
    for (const q of ['deals', 'best deals', 'Sale!', 'what is on offer'])
      expect(await searched(context, q), q).toMatchObject({ total: MIXED_DEALS.length, corrected: [] });
    expect(await requiredTerms(context.db, 'best deals')).toEqual([`'best'`, `'deal'`]);
    expect((await titlesOf(context, 'a'))[0]).toBe('Jigsaw puzzle of a monitor lizard');
  });

  test('takes no word for a typo that means something', async () => {
    const context = accountsContext((await open()).db);
    await searchCatalogue(context, ['LG GH24 DVD writer', 'A burger press']);
    expect(await searched(context, 'dvd burner')).toMatchObject({ total: 1, corrected: [], items: [{ dealTitle: 'LG GH24 DVD writer' }] });
  });

  test('puts the thing itself before what is merely called so', async () => {
    const context = await openMixedDeals(open);
    const titles = await titlesOf(context, 'monitor');
    expect(titles).toHaveLength(3);
    expect(titles.at(-1)).toContain('lizard');
  });

  test('says what it took for a typo, which shelves the words name, and what it read as a price', async () => {
    const context = await openMixedDeals(open);
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
    const region = { ...context.config.region, currency: 'EUR', locale: 'de-DE' };
    const inEuros = await searched({ ...context, config: { ...context.config, region } }, 'graphics card under 1.000,50 €');
    expect(inEuros.price).toEqual({ matchedText: 'under 1.000,50 €', min: undefined, max: 1000.5 });
    expect((await searched(context, 'graphics card over 9999999k')).total).toBe(0);
  });

  test('shows what comes close when nothing, or little, has all of the words', async () => {
    const context = await openMixedDeals(open);
    const { total, near } = await searched(context, 'zotac rtx 4070 purple');
    expect(total).toBe(0);
    expect(near[0]?.dealTitle).toBe(CARD);
    const few = await searched(context, 'zotac rtx');
    expect(few.items.map(({ dealTitle }) => dealTitle)).toEqual([CARD]);
    expect(few.near.map(({ dealTitle }) => dealTitle)).toContain(OTHER_CARD);
    // Of the kind that is looked for, not of any that shares a word.
    expect((await searched(context, 'purple quiet mouse')).near[0]?.dealTitle).toBe(MOUSE);
  });

  test('leads to the stores, brands and categories that the words may be meant for, where no deal is found', async () => {
    const context = await smallCatalogue(open);
    const farms = ['One', 'Two', 'Three', 'Four'].map((name) => ({ slug: `farm-${name.toLowerCase()}`, name: `Fiddlehead ${name}` }));
    await importInto(context, [
      ...farms.map(({ slug, name }) => store({ slug, name, host: `www.${slug}.example`, url: `https://www.${slug}.example` })),
      brand({ slug: 'larkspur', name: 'Larkspur Audio' }),
      ...farms.map(({ slug }, index) => dealOf('Oak chair', 20 + index, { store: slug, brand: 'larkspur' })),
    ]);
    await gather(context);
    const named = async (ask: string) => {
      const { total, entities } = await searched(context, ask);
      return [total, ...entities.map(({ kind, slug, name }) => `/${kind}/${slug} ${name}`)];
    };
    const glasswater = [0, '/store/glasswater Glasswater Displays'];
    const asks = ['', ' coupon', ' coupons', ' deals', ' promo code', '.example', '.example coupon'].map((rest) => `glasswater${rest}`);
    for (const ask of [...asks, 'coupons for glasswater', 'https://www.Glasswater.example/', 'q=glasswater&price_max=0.01'])
      expect(await named(ask), ask).toEqual(glasswater);
    expect(await named('larkspur')).toEqual([0, '/brand/larkspur Larkspur Audio']);
    expect(await named('farm-two.example')).toEqual([0, '/store/farm-two Fiddlehead Two']);
    expect(await named('empty')).toEqual([0, '/store/empty Mostly Empty']);
    expect(await named('fiddlehead')).toHaveLength(1 + 3);
    // Each word that names something, and the beginning of a name beside it.
    const [, shelf] = await named('monitors zzqqxyv');
    expect(shelf).toMatch(/^\/category\//);
    for (const ask of ['glasswater monitors', 'monitors glasswater', 'cheap monitors for glasswater deals'])
      expect(await named(ask), ask).toEqual([0, shelf, '/store/glasswater Glasswater Displays']);
    expect(await named('monitors gl')).toEqual([0, shelf]);
    for (const ask of ['coupon', 'zzqqxyv', 'glasswaterzzz', 'wireless mouse -glasswater'])
      expect((await named(ask)).slice(1), ask).toEqual([]);
  });

  test('goes on with popular deals, none of them a result, where nothing is found and nothing comes close', async () => {
    const context = await openMixedDeals(open);
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', MONITOR).execute();
    await context.db.updateTable('deals').set({ rank: 1e9 }).where('title', '=', MOUSE).execute();
    for (const ask of ['zzqqxyv', 'zzqqxyv'.repeat(10), 'q=zzqqxyv&offers=1', 'q=&price_max=0.01']) {
      const { total, items, near, popular } = await searched(context, ask);
      expect({ total, items, near }, ask).toEqual({ total: 0, items: [], near: [] });
      const titles = popular.map(({ dealTitle }) => dealTitle);
      expect(titles[0], ask).toBe(MOUSE);
      expect(titles, ask).not.toContain(MONITOR);
      expect(titles.length, ask).toBeLessThanOrEqual(8);
    }
    for (const ask of ['mouse', 'purple quiet mouse']) expect((await searched(context, ask)).popular, ask).toEqual([]);
  });

  test('puts an expired deal at its place, but never first, and hides it when told to', async () => {
    const context = await openMixedDeals(open);
    await context.db.updateTable('deals').set({ status: 'expired' }).where('title', '=', MONITOR).execute();
    expect(await titlesOf(context, '27 inch monitor')).toEqual([MONITOR]);
    const titles = await titlesOf(context, 'monitor');
    expect(titles[0]).toBe(SCREEN);
    expect(await titlesOf(context, 'q=monitor&hideexpired=1')).not.toContain(MONITOR);
    expect((await titlesOf(context, 'q=monitor&sort=price')).at(-1)).toBe(MONITOR);
  });

  test('never shows a deal before it starts', async () => {
    const context = await openMixedDeals(open);
    await context.db.updateTable('deals').set({ status: 'scheduled' }).where('title', '=', CREME).execute();
    for (const ask of ['creme', 'q=', 'q=&filters[forum][]=freebies', 'creme purple']) {
      const { items, near } = await searched(context, ask);
      expect([...items, ...near].map(({ dealTitle }) => dealTitle)).not.toContain(CREME);
    }
  });

  test('is ordered by price, percent off, age and votes', async () => {
    const context = await openMixedDeals(open);
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
    const context = await openMixedDeals(open);
    expect((await titlesOf(context, 'cheap graphics card'))[0]).toBe(CARD);
    await context.db.updateTable('deals').set({ price_cents: 100 }).where('title', '=', OTHER_CARD).execute();
    expect((await titlesOf(context, 'cheapest graphics card'))[0]).toBe(OTHER_CARD);
  });

  test('finds nothing for signs alone, and leaves them out among words', async () => {
    const context = await openMixedDeals(open);
    const totals = async (...words: string[]) =>
      Promise.all(words.map(async (q) => (await searched(context, `q=${encodeURIComponent(q)}`)).total));
    expect(await totals('%', '😀', '()', ' - ', '$')).toEqual([0, 0, 0, 0, 0]);
    const [monitors, all, under] = await totals('monitor', '', 'under $50');
    expect(await totals('monitor 😀', 'monitor %', 'the', 'under $50 !')).toEqual([monitors, monitors, all, under]);
  });

  test('answers whatever is typed', async () => {
    const context = await openMixedDeals(open);
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
      'カレー𠮷野家2',
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
