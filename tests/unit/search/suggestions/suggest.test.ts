import { describe, expect, test } from 'vitest';
import { onDatabase } from '../../../support/databases.ts';
import { dealOf, gather, importInto, smallCatalogue, TITLES } from './catalogue.ts';

onDatabase('the search box suggests', (open) => {
  test('what begins as the text does, by any of its words, whatever the case and the accents', async () => {
    const { phrases } = await smallCatalogue(open);
    expect(await phrases('m27')).toEqual(['Gigabyte M27Q']);
    expect(await phrases('GIGABYTE m')).toEqual(['Gigabyte M27Q']);
    expect(await phrases('corsair ml')).toEqual(['Corsair ML140 Pro']);
    expect(await phrases(' elite  fold')).toEqual(['Woodsman’s Élite Folding Knife']);
    expect(await phrases('zzz')).toEqual([]);
  });

  test('no other model for one that is not there, and one whose letters and figures are typed as one word', async () => {
    const { phrases } = await smallCatalogue(open, [...TITLES, 'Zotac RTX 4070 card']);
    expect(await phrases('g25f')).toEqual([]);
    expect(await phrases('rtx 4075')).toEqual([]);
    expect(await phrases('gigabite m27')).toEqual(['Gigabyte M27Q']);
    for (const typed of ['rtx4', 'rtx4070']) expect(await phrases(typed), typed).toEqual(['Zotac RTX 4070']);
    expect(await phrases('rtx5')).toEqual([]);
    expect(await phrases('wireless moose'), 'which is an English word').toEqual([]);
  });

  test('of words that are as near and as common, what the first of them by its letters begins', async () => {
    const names = ['Zorbux', 'Zorbyx', 'Zorbax', 'Zorbix', 'Zorbox'];
    const { phrases } = await smallCatalogue(
      open,
      [...names, ...names].map((name, n) => `${name} lamp, number ${n}`),
    );
    expect(await phrases('zorbex')).toEqual(['Zorbax lamp']);
  });

  test('phrases with the words in another order', async () => {
    const { phrases } = await smallCatalogue(open);
    expect(await phrases('mouse wire')).toContain('wireless mouse');
    expect(await phrases('pro corsair')).toEqual(['Corsair ML140 Pro']);
    expect(await phrases('mouse folding')).toEqual([]);
  });

  test('pairs of words that several deals have, and not those of one', async () => {
    const { phrases } = await smallCatalogue(open);
    expect(await phrases('wirel')).toEqual(['wireless mouse']);
    expect(await phrases('case')).toEqual([]);
  });

  test('stores, brands, categories and members with what their links need', async () => {
    const { db, suggested } = await smallCatalogue(open);
    const id = async (table: 'stores' | 'brands' | 'categories', slug: string) =>
      (await db.selectFrom(table).select('id').where('slug', '=', slug).executeTakeFirstOrThrow()).id;
    const group = 'suggested';
    expect(await suggested('glass')).toEqual([
      { phrase: 'Glasswater Displays', query_intent: 'store_name', tag_id: await id('stores', 'glasswater'), group },
    ]);
    expect(await suggested('cors')).toEqual([
      { phrase: 'Corsair', query_intent: 'brand_name', tag_id: await id('brands', 'corsair'), group },
      { phrase: 'Corsair ML140 Pro', query_intent: 'keyword', group },
    ]);
    const { user_id: userid } = await db.selectFrom('members').select('user_id').executeTakeFirstOrThrow();
    expect(await suggested('mon')).toEqual([
      { phrase: 'Monitors', query_intent: 'category_name', tag_id: await id('categories', 'monitors'), group },
      {
        ...{ phrase: 'Monica.K', query_intent: 'user', username: 'Monica.K', userid, reputation: 0, group },
        avatar: expect.stringMatching(/^\/profile\/avatar\/m-/) as string,
      },
    ]);
  });

  test('a category for the deals below it, and no store without live deals', async () => {
    const { phrases } = await smallCatalogue(open);
    expect(await phrases('comp')).toEqual(['Computers']);
    expect(await phrases('mostly')).toEqual([]);
  });

  test('first what more deals have', async () => {
    const titles = ['Acme Zebra lamp', ...[1, 2, 3].map((size) => `Acme Zenith, ${size} m`)];
    const { phrases } = await smallCatalogue(open, titles);
    expect(await phrases('ze')).toEqual(['Acme Zenith', 'Acme Zebra']);
  });

  test('at most eight, two of each kind of name, and nothing twice', async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Logitech L${index}x`);
    const { db, phrases, suggested } = await smallCatalogue(open, titles);
    await db
      .insertInto('members')
      .values(
        ['Lola', 'Lou', 'Lee'].map((username) => ({ source: 'test', source_id: username, username, joined_at: '2026-01-01T00:00:00Z' })),
      )
      .execute();
    await gather({ db });
    const shown = await phrases('l');
    expect(shown).toHaveLength(8);
    expect(new Set(shown).size).toBe(8);
    expect((await suggested('l')).filter(({ query_intent: intent }) => intent === 'user')).toHaveLength(2);
    expect(shown[0]).toBe('Logitech');
  });

  test.each([
    ['logitehc m1', 'Logitech M185'],
    ['corsiar', 'Corsair ML140 Pro'],
    ['gigabite g', 'Gigabyte G24F'],
    ['folidng', 'Woodsman’s Élite Folding Knife'],
    ['glaswater', 'Glasswater Displays'],
  ])('%s finds %s', async (typed, meant) => {
    const { phrases } = await smallCatalogue(open);
    expect(await phrases(typed)).toContain(meant);
  });

  test('one word of titles that is typed as several', async () => {
    const { phrases } = await smallCatalogue(open, [...TITLES, 'Quixote WH1000XM4 headset', 'Quixote Zephyrpods lamp']);
    for (const typed of ['wh-1000xm4', 'WH-1000', 'wh 1000 xm4', 'quixote wh-1000xm4'])
      expect(await phrases(typed), typed).toEqual(['Quixote WH1000XM4']);
    expect(await phrases('zephyr pods')).toEqual(['Quixote Zephyrpods']);
    expect(await phrases('zephyr lamps')).toEqual([]);
  });

  test('a mistyped name in the place that it has when it is spelled right', async () => {
    const titles = Array.from({ length: 12 }, (_, index) => `Logitech L${index}x wireless mouse`);
    const { phrases } = await smallCatalogue(open, titles);
    expect((await phrases('logitech'))[0]).toBe('Logitech');
    expect(await phrases('logtech')).toEqual(await phrases('logitech'));
  });

  describe('whatever is typed', () => {
    const hostile = [
      '',
      ' ',
      '\0',
      'm27\0',
      '\ud800',
      'x'.repeat(10_000),
      'a '.repeat(5_000),
      '%',
      '_',
      '\\',
      "'",
      '"',
      "'; drop table deals --",
    ];
    const emoji = ['😀', '🦄🦄', '% %', '\u{10FFFF}', '\u202e', 'ﷺ', '((', ':*', 'a&b|!c', 'constructor', '__proto__', '𝕞27'];

    test('it answers with a list', async () => {
      const { suggested } = await smallCatalogue(open);
      for (const text of [...hostile, ...emoji]) expect(Array.isArray(await suggested(text)), JSON.stringify(text.slice(0, 20))).toBe(true);
    });

    test('signs stand for nothing', async () => {
      const { phrases } = await smallCatalogue(open);
      for (const text of ['%', '_', 'g%e', 'w_r']) expect(await phrases(text)).toEqual([]);
      expect(await phrases('m27\0')).toEqual(['Gigabyte M27Q']);
    });
  });
});

onDatabase('what the search box suggests follows the catalogue:', (open) => {
  test('a new deal, an edited one, one that expires and comes back, one that is deleted', async () => {
    const context = await smallCatalogue(open);
    const { db, phrases } = context;
    const change = async (fields: { title?: string; status?: 'live' | 'expired' | 'scheduled' }) => {
      await db.updateTable('deals').set(fields).where('source_id', '=', 'd99').execute();
      await gather(context);
    };
    await importInto(context, [dealOf('Quixote Zephyr desk fan', 99)]);
    await gather(context);
    expect(await phrases('zeph')).toEqual(['Quixote Zephyr']);
    await change({ title: 'Quixote Zirrus desk fan' });
    expect([await phrases('zeph'), await phrases('zirr')]).toEqual([[], ['Quixote Zirrus']]);
    await change({ status: 'expired' });
    expect(await phrases('zirr')).toEqual([]);
    await change({ status: 'live' });
    expect(await phrases('zirr')).toEqual(['Quixote Zirrus']);
    await db.deleteFrom('deals').where('source_id', '=', 'd99').execute();
    await gather(context);
    expect(await phrases('zirr')).toEqual([]);
    expect(await db.selectFrom('suggestion_keys').select('key').where('key', 'like', '%zirr%').execute()).toEqual([]);
  });

  test('nothing of a deal shows before it starts', async () => {
    const context = await smallCatalogue(open);
    await importInto(context, [dealOf('Quixote Zephyr desk fan', 99, { startsAt: '2027-01-01T00:00:00Z' })]);
    await gather(context);
    expect(await context.phrases('zeph')).toEqual([]);
    await context.db.updateTable('deals').set({ status: 'live' }).where('source_id', '=', 'd99').execute();
    await gather(context);
    expect(await context.phrases('zeph')).toEqual(['Quixote Zephyr']);
  });

  test('names that are changed and members who go', async () => {
    const context = await smallCatalogue(open);
    const { db, phrases } = context;
    await db.updateTable('brands').set({ name: 'Pirate' }).where('slug', '=', 'corsair').execute();
    await db.updateTable('stores').set({ name: 'Northgable' }).where('slug', '=', 'glasswater').execute();
    await db.updateTable('categories').set({ name: 'Screens' }).where('slug', '=', 'monitors').execute();
    await db.deleteFrom('members').execute();
    await gather(context);
    expect(await phrases('pira')).toEqual(['Pirate']);
    expect(await phrases('corsair')).toEqual(['Corsair ML140 Pro']);
    expect([await phrases('north'), await phrases('glassw')]).toEqual([['Northgable'], []]);
    expect([await phrases('scre'), await phrases('moni')]).toEqual([['Screens'], []]);
  });

  test('a category that moves takes its deals along', async () => {
    const context = await smallCatalogue(open, TITLES.slice(0, 1));
    const { db, phrases } = context;
    expect(await phrases('comp')).toEqual(['Computers']);
    await db.updateTable('categories').set({ parent_id: null }).where('slug', '=', 'monitors').execute();
    await gather(context);
    expect(await phrases('comp')).toEqual([]);
  });

  test('several servers at once count everything once', async () => {
    const context = await smallCatalogue(open);
    const records = Array.from({ length: 400 }, (_, index) => dealOf(`Quixote Zephyr Q${index} desk fan`, 1_000 + index));
    await importInto(context, records);
    await Promise.all([gather(context), gather(context), gather(context)]);
    await gather(context);
    const pair = await context.db
      .selectFrom('suggestions')
      .select('deals')
      .where('folded', '=', 'quixote zephyr')
      .executeTakeFirstOrThrow();
    expect(pair.deals).toBe(400);
    await context.db.deleteFrom('deals').where('title', 'like', 'Quixote%').execute();
    await gather(context);
    expect(await context.phrases('quix')).toEqual([]);
  });
});
