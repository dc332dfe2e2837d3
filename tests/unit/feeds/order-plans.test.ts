import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { feedView } from '../../../src/features/feeds/address.ts';
import { feedDeals } from '../../../src/features/feeds/feed-query.server.ts';
import { feedTotal } from '../../../src/features/feeds/items.server.ts';
import { orderedDeals } from '../../../src/features/feeds/order.server.ts';
import { feedSubject } from '../../../src/features/feeds/subject.server.ts';
import { resolveFilters } from '../../../src/features/filters/resolve-filters.server.ts';
import { required } from '../../../src/lib/required.ts';
import { brand, category, contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { eachNewDatabase } from '../../support/databases.ts';
import { rowsLookedAt, vacuumWhole } from '../../support/plans.ts';

const CHEAP = 1_200;
const DEAR = 500;
const PAGE = 40;
/** A deal is looked at with its store, category, brand, poster and picture. */
const MOST = 12 * PAGE;

eachNewDatabase('the cheapest of dear things', (open) => {
  test('are found without a look at all that is cheaper, in a category and of a brand', async () => {
    const database = await open();
    const context = contextOf(database);
    const deals = (count: number, from: number, more: object) =>
      Array.from({ length: count }, (_, n) => {
        const sourceId = `d${from + n}`;
        return deal({
          sourceId,
          title: `Thing ${sourceId}`,
          url: `https://acme.example/${sourceId}`,
          price: String(from + n + 1),
          ...more,
        });
      });
    await importRecords(context, [
      ...surroundings(),
      category({ slug: 'monitors', name: 'Monitors' }),
      brand(),
      brand({ slug: 'asus', name: 'Asus' }),
      ...deals(CHEAP, 0, { brand: 'zeta' }),
      ...deals(DEAR, CHEAP, { category: 'monitors', brand: 'asus' }),
    ]);
    const feeds = [
      { kind: 'category', slug: 'monitors' },
      { kind: 'brand', slug: 'asus' },
    ] as const;
    for (const feed of feeds) {
      const subject = required(await feedSubject(database.db, feed), 'the subject of the feed');
      const view = required(feedView(feed, new URLSearchParams('sort=price')), 'the view');
      const asked = { feed, subject, view, resolved: undefined };
      const query = orderedDeals(context, asked, { limit: PAGE, offset: 0 }).select('d.thread_id');
      expect(await query.execute()).toHaveLength(PAGE);
      expect([feed.kind, await rowsLookedAt(query)]).toEqual([feed.kind, expect.toSatisfy((rows: number) => rows < MOST)]);
    }
  });
});

const MANY = 3_000;
/** Of these, deals that cost from $105 to $125. */
const IN_BOUNDS = 2_001;

eachNewDatabase('thousands of deals', (open) => {
  test('are counted by their price, and by what they are filed under, without reading them', async () => {
    const database = await open();
    const context = contextOf(database);
    const { db } = database;
    await importRecords(context, [...surroundings(), deal({ sourceId: 'first' })]);
    await sql`
      insert into deals (source, source_id, title, description, store_id, category_id, forum_id, url, price_cents, posted_at, updated_at)
      select 'many', n, 'Lamp ' || n, repeat('A lamp. ', 100), store_id, category_id, forum_id, url, 10000 + n, posted_at, updated_at
      from deals, generate_series(1, ${MANY}::int) as n where source_id = 'first'`.execute(db);
    await vacuumWhole(db, 'deals');
    const feed = { kind: 'all' } as const;
    const subject = required(await feedSubject(db, feed), 'the subject of the feed');
    const view = required(feedView(feed, new URLSearchParams('price_min=105&price_max=125')), 'the view');
    const resolved = await resolveFilters(db, view, context.config.region.currency);
    const query = { feed, subject, view, resolved };
    expect(await feedTotal(context, query)).toBe(IN_BOUNDS);
    const counted = feedDeals(context, query).select(['d.store_id', 'd.brand_id', 'd.category_id']);
    const plan = JSON.stringify(await counted.explain('json'));
    expect(plan).toContain('"Node Type":"Index Only Scan"');
    expect(plan).toContain('"Index Name":"deals_priced"');

    // A late page passes over the deals before it, or sorts them, and joins its own alone.
    const byPrice = { ...query, resolved: undefined, view: { ...view, sort: 'price' as const } };
    const late = orderedDeals(context, byPrice, { limit: PAGE, offset: MANY - PAGE }).select('d.thread_id');
    expect(await late.execute()).toHaveLength(PAGE);
    expect(await rowsLookedAt(late)).toBeLessThan(3 * MANY);
  });
});
