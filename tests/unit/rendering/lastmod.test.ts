import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { advanceDates } from '../../../src/features/catalogue/advance-dates.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { sitemapText } from '../../../src/features/rendering/sitemap.server.ts';
import type { Context } from '../../../src/server/context.ts';
import type { Db } from '../../../src/server/db/database.ts';
import { eachDatabase } from '../../support/databases.ts';
import {
  brand,
  category,
  collection,
  comment,
  contextOf,
  deal,
  importRecords,
  member,
  NOW,
  offer,
  store,
  surroundings,
} from '../../support/catalogue.ts';

const POSTED = '2023-05-01T10:00:00.000Z';
const LATER = '2023-06-01T10:00:00.000Z';
const old = (fields: object = {}) => deal({ postedAt: POSTED, ...fields });

eachDatabase('the time of change in sitemaps', (open) => {
  let context: Context;
  let db: Db;
  beforeEach(async () => {
    const database = await open();
    context = contextOf(database);
    ({ db } = database);
    await importRecords(context, [...surroundings(), store({ slug: 'empty' }), member()]);
  });

  const times = async (name: string) => {
    const text = (await sitemapText({ context }, name)) ?? '';
    const entries = [...text.matchAll(/<loc>[^<]*?:4321([^<]*)<\/loc>(?:<lastmod>([^<]*)<\/lastmod>)?/g)];
    return Object.fromEntries(entries.map(([, path, time]) => [path!, time]));
  };
  const ofDeal = async () => (await times('deals-0'))['/f/1001-a-game'];
  const ofDay = (time: string | undefined) => time?.slice(0, 10);
  const today = () => ofDay(new Date().toISOString());
  let begun: string | undefined;
  beforeEach(() => {
    begun = today();
  });
  /** The days by the real clock since the test began: midnight may pass meanwhile. */
  const daysOfTest = () => [begun, today()];

  test.each<[string, object[], string]>([
    ['posted', [], POSTED],
    ['edited at its source', [old({ updatedAt: LATER })], LATER],
    ['expired by its date', [old({ expiresAt: LATER })], LATER],
    ['begun by its date', [old({ startsAt: LATER })], LATER],
    ['commented on', [comment({ postedAt: '2023-05-20T00:00:00Z' }), comment({ sourceId: 'c2', parent: 'c1', postedAt: LATER })], LATER],
    ['commented on before', [comment({ postedAt: '2023-04-01T00:00:00Z' })], POSTED],
  ])('of a deal that is imported long after is when it was %s', async (_name, more, time) => {
    await importRecords(context, [...(more.some((record) => (record as { type: string }).type === 'deal') ? [] : [old()]), ...more]);
    expect(await ofDeal()).toBe(time);
  });

  test('stays when the same is imported again, and when members vote', async () => {
    const records = [old({ expiresAt: '2099-01-01T00:00:00Z' }), comment({ postedAt: LATER }), offer({ postedAt: POSTED })];
    await importRecords(context, records);
    await importRecords(context, records);
    await sql`update deals set votes_up = votes_up + 1, rank = rank + 1, changed_at = now()`.execute(db);
    await sql`update comments set votes_up = votes_up + 1`.execute(db);
    expect([await ofDeal(), (await times('offers'))['/pco/1']]).toEqual([LATER, POSTED]);
  });

  test('is that of the import when it changes something, unless the record brings a newer one', async () => {
    await importRecords(context, [old(), offer({ postedAt: POSTED })]);
    await importRecords(context, [old({ updatedAt: LATER, price: '5.00' })]);
    expect(await ofDeal()).toBe(LATER);
    await importRecords(context, [old({ price: '6.00' }), offer({ postedAt: POSTED, title: 'Eleven percent' })]);
    expect(await ofDeal()).toBe(NOW.toISOString());
    expect(daysOfTest()).toContain(ofDay((await times('offers'))['/pco/1']));
    await importRecords(context, [old({ updatedAt: LATER, price: '7.00' })]);
    expect(daysOfTest()).toContain(ofDay(await ofDeal()));
  });

  test('follows a deal and an offer as they begin and expire', async () => {
    const term = { startsAt: '2026-03-02T00:00:00.000Z', expiresAt: '2026-03-03T00:00:00.000Z' };
    await importRecords(context, [old(term), offer({ postedAt: POSTED, ...term })]);
    expect([await ofDeal(), await sitemapText({ context }, 'offers')]).toEqual([undefined, undefined]);
    for (const moment of [term.startsAt, term.expiresAt]) {
      await advanceDates({ ...context, clock: () => new Date(moment) });
      expect([await ofDeal(), (await times('offers'))['/pco/1']]).toEqual([moment, moment]);
    }
  });

  test.each<[string, ReturnType<typeof sql>]>([
    ['edited', sql`update comments set body = 'Otherwise.', edited_at = now()`],
    ['hidden', sql`update comments set status = 'hidden'`],
    ['taken away', sql`delete from comments`],
  ])('is that of the moment when a comment is %s', async (_name, change) => {
    await importRecords(context, [old(), comment({ postedAt: LATER })]);
    await change.execute(db);
    expect(daysOfTest()).toContain(ofDay(await ofDeal()));
  });

  test('of a feed is the newest of what it shows, and none when it shows nothing; of a directory that of the feeds it leads to', async () => {
    const at = (day: number) => `2024-01-0${day}T00:00:00.000Z`;
    const { problems } = await importRecords(context, [
      category({ slug: 'parts', name: 'Parts' }),
      category({ slug: 'lamps', name: 'Lamps', parent: 'parts' }),
      brand(),
      collection(),
      collection({ slug: 'coupons', rule: { items: 'offers', offerType: 'coupon', expired: false } }),
      store({ slug: 'coupons-only' }),
      old({ sourceId: 'a', category: 'lamps', brand: 'zeta', postedAt: at(1), price: '99.00' }),
      old({ sourceId: 'b', postedAt: at(2), price: '10.00' }),
      old({ sourceId: 'c', postedAt: at(3), price: '99.00', votesUp: 20 }),
      old({ sourceId: 'd', postedAt: at(4), price: '99.00', startsAt: '2099-01-01T00:00:00Z' }),
      offer({ sourceId: 'x', store: 'coupons-only', postedAt: at(5) }),
      offer({ sourceId: 'y', postedAt: at(1) }),
    ]);
    expect(problems).toEqual([]);
    expect(await times('feeds')).toEqual({
      ...{ '/': at(3), '/all': at(3), '/popular': at(3), '/for-you': at(3), '/category/games': at(3), '/category/parts': at(1) },
      ...{ '/category/lamps': at(1), '/brand/zeta': at(1), '/store/acme': at(3), '/store/coupons-only': at(5) },
      ...{ '/browse/under-25': at(2), '/browse/coupons': at(5) },
      ...{ '/browse/stores': at(5), '/browse/brands': at(1), '/browse/categories': at(3) },
    });
    // What is empty is not listed, and says so.
    expect(Object.keys(await times('feeds'))).not.toContain('/store/empty');
    const robotsOf = async (path: string) => {
      const found = await loadPage(context, path, new URLSearchParams());
      return found.status === 200 && found.page.pageMetadata.robots;
    };
    expect(await robotsOf('/store/empty')).toBe('noindex,follow');
    for (const path of ['/store/acme', '/store/coupons-only', '/browse/coupons', '/category/parts'])
      expect(await robotsOf(path), path).toBe('index,follow');
    expect(await times('index')).toEqual({ '/sitemap-feeds.xml': at(5), '/sitemap-offers.xml': at(5), '/sitemap-deals-0.xml': at(3) });
  });

  test('of what was there before times were kept is worked out', async () => {
    await importRecords(context, [old(), comment({ postedAt: LATER }), offer({ postedAt: POSTED })]);
    await sql`update deals set modified_at = null`.execute(db);
    await sql`update offers set modified_at = null`.execute(db);
    await sql`select date_undated()`.execute(db);
    expect([await ofDeal(), (await times('offers'))['/pco/1']]).toEqual([LATER, POSTED]);
  });
});
