import { expect, test } from 'vitest';
import { OFFER_LISTS } from '../../../src/lib/offer-lists.ts';
import { feedAt, feedView } from '../../../src/features/feeds/address.ts';
import { allFeeds } from '../../../src/features/feeds/all-feeds.server.ts';
import { feedChanges } from '../../../src/features/feeds/changes.server.ts';
import { loadFeed } from '../../../src/features/feeds/feeds.server.ts';
import { feedStructuredData } from '../../../src/features/feeds/structured-data.ts';
import { loadOffer } from '../../../src/features/offers/detail.server.ts';
import { offerPageStructuredData } from '../../../src/features/offers/structured-data.ts';
import { loadShell } from '../../../src/features/shell/shell.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { collection, contextOf, importRecords, offer, store, surroundings } from '../../support/catalogue.ts';
import { eachDatabase } from '../../support/databases.ts';

const SITE = { siteName: 'Magpie', siteUrl: 'https://deals.example' };
const coupons = (count: number, fields: object) =>
  Array.from({ length: count }, (_, index) =>
    offer({ sourceId: `${JSON.stringify(fields)}${index}`, title: `Coupon ${index}`, code: `C${index}`, ...fields }),
  );

async function feedOf(context: Context, path: string) {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const feed = feedAt(pathname)!;
  const loaded = await loadFeed(context, feed, feedView(feed, searchParams)!);
  if (loaded?.status !== 200) throw new Error(`${path} has no page`);
  return loaded.page.pageData;
}

eachDatabase('coupons and cashback', (open) => {
  test('of a store that is not described have a description', async () => {
    const context = contextOf(await open());
    await importRecords(context, [store({ slug: 'bare', name: 'Bare', description: '' })]);
    const feed = feedAt('/store/bare')!;
    const loaded = await loadFeed(context, feed, feedView(feed, new URLSearchParams())!);
    expect(loaded).toMatchObject({ page: { pageMetadata: { description: 'Deals and coupons of Bare, with their price history.' } } });
  });

  test('of a collection that is not described, and its deals, have a description', async () => {
    const context = contextOf(await open());
    const offers = { items: 'offers', expired: false };
    await importRecords(context, [
      ...surroundings(),
      collection({ slug: 'codes', title: 'Codes', description: '', rule: { ...offers, offerType: 'coupon' } }),
      collection({ slug: 'back', title: 'Money back', description: '', rule: { ...offers, offerType: 'cashback' } }),
      collection({ slug: 'small', title: 'Small things', description: '' }),
    ]);
    const described = await Promise.all(['codes', 'back', 'small'].map((slug) => feedOf(context, `/browse/${slug}`)));
    expect(described.map(({ description }) => description)).toEqual([
      'Coupons in “Codes”.',
      'Cashback in “Money back”.',
      'Deals in “Small things”.',
    ]);
  });

  test('have lists of their own and a place in the menu on a site without collections, once there are any', async () => {
    const context = contextOf(await open());
    await importRecords(context, surroundings());
    const menu = async () => (await loadShell(context)).header.offers.map(({ href }) => href);
    const lists = async () => (await allFeeds(context)).flatMap(({ kind, slug }) => (kind === 'browse' ? slug : []));
    expect([await menu(), await lists()]).toEqual([[], []]);
    await importRecords(context, coupons(2, {}));
    expect([await menu(), await lists()]).toEqual([['/browse/coupons'], ['coupons']]);
    expect((await feedOf(context, '/browse/coupons')).total).toBe(2);
    expect((await feedOf(context, '/browse/cashback')).total).toBe(0);
    expect([...(await feedChanges(context)).keys()]).toContain('/browse/coupons');
  });

  test('are listed where the site has a collection of that address', async () => {
    const context = contextOf(await open());
    const own = { type: 'collection', slug: 'coupons', title: 'Codes', description: 'Ours.', position: 1 };
    await importRecords(context, [
      ...surroundings(),
      { ...own, rule: { items: 'offers', offerType: 'coupon', expired: false } },
      ...coupons(1, {}),
    ]);
    expect((await loadShell(context)).header.offers).toEqual([{ title: 'Codes', href: '/browse/coupons' }]);
    expect((await feedOf(context, '/browse/coupons')).title).toBe('Codes');
    expect((await allFeeds(context)).filter(({ slug }) => slug === 'coupons')).toHaveLength(1);
  });

  test('are narrowed to stores and to what they save, on lists where that tells them apart', async () => {
    const context = contextOf(await open());
    await importRecords(context, [
      ...surroundings(),
      store({ slug: 'bolt', name: 'Bolt', host: 'bolt.example', url: 'https://bolt.example/' }),
      ...coupons(3, { percent: 10 }),
      ...coupons(2, { store: 'bolt', percent: 30 }),
      ...coupons(1, { store: 'bolt', expired: true, percent: 30 }),
      offer({ sourceId: 'back', offerType: 'cashback', code: undefined, percent: 5, store: 'bolt' }),
    ]);
    const count = async (address: string) => (await feedOf(context, address)).total;
    expect(await count('/browse/coupons')).toBe(5);
    expect(await count('/browse/coupons?filters[store][]=bolt')).toBe(2);
    expect(await count('/browse/coupons?filters[store][]=bolt&percent_off=40')).toBe(0);
    expect(await count('/browse/coupons?percent_off=10')).toBe(5);
    // What is of deals alone narrows no offers.
    expect(await count('/browse/coupons?price_max=1&filters[brand][]=nothing')).toBe(5);
    expect(await count('/browse/cashback?filters[store][]=bolt&percent_off=40')).toBe(1);
    const { choices, narrowsBy } = await feedOf(context, '/browse/coupons?filters[store][]=bolt&filters=1');
    expect(narrowsBy).toEqual(['discount']);
    expect((await feedOf(context, '/browse/cashback')).narrowsBy).toEqual([]);
    // The other stores are counted as if none was chosen.
    expect(choices!.facets.store!.map(({ slug, deals }) => [slug, deals])).toEqual([
      ['acme', 3],
      ['bolt', 2],
    ]);
    expect(choices!.chosen.store.map(({ name }) => name)).toEqual(['Bolt']);
  });

  test('of a store are those that work, then those that have expired, and their numbers', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), ...coupons(14, {}), ...coupons(30, { expired: true })]);
    const data = await feedOf(context, '/store/acme');
    expect(data.offersTotal).toEqual({ live: 14, expired: 30 });
    expect(data.offers.map(({ isExpired }) => isExpired)).toEqual([...Array<boolean>(12).fill(false), ...Array<boolean>(24).fill(true)]);
    const [, list] = feedStructuredData(data, SITE) as { numberOfItems: number; itemListElement: object[] }[];
    expect([list!.numberOfItems, list!.itemListElement.length]).toEqual([14, 12]);
  });

  test('are told to crawlers with code, dates, store and the least that must be spent', async () => {
    const context = contextOf(await open());
    await importRecords(context, [...surroundings(), offer({ minimum: '25.00', expiresAt: '2027-01-01T00:00:00Z', terms: '' })]);
    const { id } = await context.db.selectFrom('offers').select('id').executeTakeFirstOrThrow();
    const loaded = await loadOffer(context, String(id));
    if (loaded?.status !== 200) throw new Error('no page');
    expect(offerPageStructuredData(loaded.page.pageData, SITE.siteUrl)).toEqual({
      ...{ '@context': 'https://schema.org', '@type': 'Offer', name: 'Ten percent', url: `https://deals.example/pco/${id}` },
      ...{ category: 'Coupon', description: '10% off', availability: 'https://schema.org/InStock' },
      identifier: { '@type': 'PropertyValue', propertyID: 'couponCode', value: 'TEN' },
      ...{ validFrom: '2026-02-01T00:00:00.000Z', validThrough: '2027-01-01T00:00:00.000Z' },
      seller: { '@type': 'Organization', name: expect.any(String) as string },
      eligibleTransactionVolume: { '@type': 'PriceSpecification', minPrice: '25.00', priceCurrency: 'USD' },
    });
    const [list] = feedStructuredData(await feedOf(context, '/browse/coupons'), SITE);
    expect(list).toMatchObject({ itemListElement: [{ position: 1, item: { '@type': 'Offer', url: `https://deals.example/pco/${id}` } }] });
  });
});

test('lists that every site has hold what works', () => {
  expect(OFFER_LISTS.map(({ rule }) => [rule.offerType, rule.expired])).toEqual([
    ['coupon', false],
    ['cashback', false],
  ]);
});
