import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { dealsPage, findDeals, type FoundDeals } from '../../../src/features/desk/find-deals.server.ts';
import { loadOverview } from '../../../src/features/desk/overview.server.ts';
import { mergeDeals } from '../../../src/features/editing/merge-deals.server.ts';
import { required } from '../../../src/lib/required.ts';
import type { Context } from '../../../src/server/context.ts';
import { deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { accountsContext } from '../../support/accounts.ts';
import { eachNewDatabase, onDatabase, type Open } from '../../support/databases.ts';
import { moderate, newModerator } from '../../support/moderation.ts';
import { rowsRead, watchPlans } from '../../support/plans.ts';

const LATER = '2100-01-01T00:00:00Z';

/** Lamps of every state, those of a number that comes last added last. */
async function lamps(open: Open): Promise<{ context: Context; ids: Record<string, number> }> {
  const context = accountsContext((await open()).db);
  const lamp = (sourceId: string, more: object = {}) =>
    deal({ sourceId, title: `Lamp, ${sourceId}`, url: `https://shop.example/${sourceId}`, price: '12.50', ...more });
  await importRecords(context, [
    ...surroundings(),
    lamp('first', { votesUp: 7, votesDown: 2 }),
    lamp('expired', { expired: true }),
    lamp('coming', { startsAt: LATER }),
    lamp('hidden'),
    lamp('ending', { expiresAt: LATER }),
  ]);
  const rows = await context.db.selectFrom('deals').select(['source_id', 'thread_id', 'post_id']).execute();
  const hidden = required(
    rows.find((row) => row.source_id === 'hidden'),
    'the hidden lamp',
  );
  await moderate(await newModerator(context), { do: 'hide', postid: hidden.post_id, reason: 'Spam', seen: 0 });
  return { context, ids: Object.fromEntries(rows.map((row) => [row.source_id, row.thread_id])) };
}

const find = async (context: Context, query: Record<string, string> = {}, each?: number): Promise<FoundDeals> =>
  required(await findDeals(context, new URLSearchParams(query), each), 'a page of deals');

const titles = ({ deals }: FoundDeals) => deals.map(({ title }) => title.replace('Lamp, ', ''));

onDatabase('the desk’s list of deals', (open) => {
  test('has all of them, those that were added last first, or those in one state, and says how many there are of each', async () => {
    const { context } = await lamps(open);
    const all = await find(context);
    expect(titles(all)).toEqual(['ending', 'hidden', 'coming', 'expired', 'first']);
    const counts = { live: 2, scheduled: 1, 'off-site': 1, expired: 1 };
    expect(all.counts).toEqual(counts);
    expect((await loadOverview(context)).deals).toEqual(counts);
    for (const [state, of] of Object.entries({
      live: ['ending', 'first'],
      scheduled: ['coming'],
      'off-site': ['hidden'],
      expired: ['expired'],
    })) {
      const found = await find(context, { state });
      expect([titles(found), found.deals.map((each) => each.state), found.counts]).toEqual([of, of.map(() => state), counts]);
    }
    expect(await findDeals(context, new URLSearchParams('state=lost'))).toBeUndefined();
  });

  test('says of each what it costs and where, how it does, and when it starts or ends', async () => {
    const { context } = await lamps(open);
    const { deals } = await find(context);
    expect(deals.at(-1)).toMatchObject({ price: '$12.50', store: 'Acme', score: 5, comments: 0, starts: null, ends: null });
    expect(deals.at(-1)?.path).toMatch(/^\/f\/\d+-lamp-first$/);
    expect(deals.map(({ path, starts, ends }) => [path !== null, starts?.toISOString(), ends?.toISOString()])).toEqual([
      [true, undefined, '2100-01-01T00:00:00.000Z'],
      [false, undefined, undefined],
      [false, '2100-01-01T00:00:00.000Z', undefined],
      [true, undefined, undefined],
      [true, undefined, undefined],
    ]);
  });

  test('is searched by words, number and address, also those of a deal that was merged into another', async () => {
    const { context, ids } = await lamps(open);
    const { first, ending } = ids;
    expect(titles(await find(context, { q: 'ending' }))).toEqual(['ending']);
    expect(await find(context, { q: 'ending', state: 'expired' })).toMatchObject({ deals: [], counts: { live: 1, expired: 0 }, pages: 1 });
    expect(titles(await find(context, { q: String(first) }))).toEqual(['first']);
    await mergeDeals(context, String(first), String(ending));
    for (const q of [
      String(first),
      `#${first}`,
      `No. ${first}`,
      'test:first',
      `https://deals.example/f/${first}-lamp-first?x=1`,
      `/f/${first}`,
    ])
      expect(titles(await find(context, { q })), q).toEqual(['ending']);
  });

  test('finds the number of a model in titles, beside the deal whose number it is', async () => {
    const { context, ids } = await lamps(open);
    await importRecords(context, [
      deal({ sourceId: 'a:4090', title: 'Lamp, RTX 4090' }),
      deal({ sourceId: 'beside', title: `Lamp, model ${ids['first']}` }),
    ]);
    expect(titles(await find(context, { q: '4090' }))).toEqual(['RTX 4090']);
    expect(titles(await find(context, { q: 'test:a:4090' }))).toEqual(['RTX 4090']);
    expect(titles(await find(context, { q: String(ids['first']) }))).toEqual([`model ${ids['first']}`, 'first']);
  });

  test('is searched by words of stores and brands, also beside those of the deal, and by sizes without their unit', async () => {
    const { context } = await lamps(open);
    await importRecords(context, [
      {
        type: 'store',
        slug: 'glasswater',
        name: 'Glasswater & Co.',
        host: 'glass.example',
        url: 'https://glass.example/',
        description: '',
      },
      { type: 'brand', slug: 'zeta', name: "Zeta's 3D" },
      deal({ sourceId: 'wide', title: 'Lamp, 27" wide', store: 'glasswater', url: 'https://glass.example/1' }),
      deal({ sourceId: 'small', title: 'Lamp, small', store: 'glasswater', brand: 'zeta', url: 'https://glass.example/2' }),
      deal({ sourceId: 'other', title: 'Lamp, 270 lm', brand: 'zeta' }),
    ]);
    for (const [q, found] of Object.entries({
      glasswater: ['small', '27" wide'],
      'Glasswater small': ['small'],
      'lamp ZETA': ['270 lm', 'small'],
      'zeta glasswater': ['small'],
      'glasswater nothing': [],
      '27': ['27" wide'],
      '27"': ['27" wide'],
      '27 glasswater lamp': ['27" wide'],
      "' | !": [],
    }))
      expect(titles(await find(context, { q })), q).toEqual(found);
  });

  test('goes on over pages, whose addresses keep what was searched for, and ends', async () => {
    const { context } = await lamps(open);
    const pages = await Promise.all(['1', '2', '3'].map((page) => find(context, { q: 'lamp', page }, 2)));
    expect(pages.map(titles)).toEqual([['ending', 'hidden'], ['coming', 'expired'], ['first']]);
    expect(pages.map(({ page, pages: of }) => [page, of])).toEqual([1, 2, 3].map((page) => [page, 3]));
    for (const page of ['0', '4', 'x']) expect(await findDeals(context, new URLSearchParams({ q: 'lamp', page }), 2)).toBeUndefined();
    expect(dealsPage('a lamp', 'off-site', 3)).toBe('/desk/deals?q=a+lamp&state=off-site&page=3');
    expect(dealsPage('', undefined)).toBe('/desk/deals');
  });
});

const MANY = 3_000;

eachNewDatabase('the desk’s list of thousands of deals', (open) => {
  test('is counted without reading them, and its last page looks up what it shows', async () => {
    const watch = watchPlans();
    const { context } = await lamps(open);
    const { db } = context;
    await sql`
      insert into deals (source, source_id, title, description, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 'many', n, 'Lamp ' || n, repeat('A lamp. ', 100), store_id, category_id, forum_id, url, price_cents, posted_at, updated_at
      from deals, generate_series(1, ${MANY}::int) as n where source_id = 'first'`.execute(db);
    await sql`vacuum analyze`.execute(db);
    const before = await rowsRead(db, ['deals']);
    expect((await find(context)).counts).toMatchObject({ live: MANY + 2, scheduled: 1 });
    expect((await rowsRead(db, ['deals'])) - before).toBe(0);
    expect(titles(await find(context, { q: 'many:17' }))).toEqual(['Lamp 17']);
    expect((await rowsRead(db, ['deals'])) - before).toBe(0);
    const looked = await watch(() =>
      db.transaction().execute((transaction) => find({ ...context, db: transaction }, { page: String(Math.ceil((MANY + 5) / 40)) })),
    );
    expect(looked.filter(({ rows }) => rows > 2 * MANY)).toEqual([]);
  });
});
