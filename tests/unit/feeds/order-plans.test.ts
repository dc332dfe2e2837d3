import { expect, test } from 'vitest';
import { feedView } from '../../../src/features/feeds/address.ts';
import { orderedDeals } from '../../../src/features/feeds/order.server.ts';
import { feedSubject } from '../../../src/features/feeds/subject.server.ts';
import { required } from '../../../src/lib/required.ts';
import { brand, category, contextOf, deal, importRecords, surroundings } from '../../support/catalogue.ts';
import { onDatabase } from '../../support/databases.ts';
import { rowsLookedAt } from '../../support/plans.ts';

const CHEAP = 1_200;
const DEAR = 500;
const PAGE = 40;
/** A deal is looked at with its store, category, brand, poster and picture. */
const MOST = 12 * PAGE;

onDatabase('the cheapest of dear things', (open) => {
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
      const query = orderedDeals(context, { feed, subject, view, resolved: undefined }, PAGE).select('d.thread_id').limit(PAGE);
      expect(await query.execute()).toHaveLength(PAGE);
      expect([feed.kind, await rowsLookedAt(query)]).toEqual([feed.kind, expect.toSatisfy((rows: number) => rows < MOST)]);
    }
  });
});
