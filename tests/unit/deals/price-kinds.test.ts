import { expect, test } from 'vitest';
import type { DealPage } from '../../../src/features/deals/detail.ts';
import { feedChanges } from '../../../src/features/feeds/changes.server.ts';
import type { FeedPage } from '../../../src/features/feeds/feed.ts';
import { feedRss } from '../../../src/features/feeds/rss.server.ts';
import { loadPage } from '../../../src/features/rendering/load.server.ts';
import { pagePayload } from '../../../src/features/rendering/page-schema.ts';
import { structuredData } from '../../../src/features/rendering/structured-data.ts';
import { sharePictureSvg } from '../../../src/features/deals/share-picture-svg.server.ts';
import type { Context } from '../../../src/server/context.ts';
import { accountsContext } from '../../support/accounts.ts';
import { collection, importRecords } from '../../support/catalogue.ts';
import { priorPrices } from '../../support/prior-price.ts';
import { eachDatabase, type Open } from '../../support/databases.ts';
import { searchCatalogue, titlesOf } from '../../support/search-catalogue.ts';

const PRICES: Record<string, string> = {
  exact: '20.00',
  dear: '99.00',
  percent: '30% off',
  upTo: 'up to 70% off',
  range: '$19.99 - $49.99',
  from: 'from $24.99',
  multi: '2 for $5',
  bogo: 'BOGO',
  off: 'save $6',
  free: 'free',
};

async function site(open: Open, settings: Record<string, string> = {}) {
  const context = accountsContext((await open()).db, settings);
  const deals = Object.entries(PRICES).map(([title, price], index) => ({
    title: `Lamp ${title}`,
    price,
    currency: 'USD',
    postedAt: `2026-01-0${index % 9}T00:0${index % 9}:00Z`.replace('01-00', '01-10'),
  }));
  await searchCatalogue(context, [
    ...deals,
    { title: 'Lamp euro', price: '10.00', currency: 'EUR' },
    { title: 'Lamp discounted', currency: 'USD', price: '75.00', prices: priorPrices('100.00') },
  ]);
  await importRecords(context, [
    collection(),
    collection({ slug: 'big-drops', title: 'Big drops', position: 2, rule: { items: 'deals', minPercent: 25 } }),
  ]);
  return context;
}

async function feed(context: Context, path: string, query = ''): Promise<FeedPage> {
  const loaded = await loadPage(context, path, new URLSearchParams(query));
  if (loaded.status !== 200 || loaded.page.pageData.type !== 'feed') throw new Error(`${path} is no feed`);
  return loaded.page as FeedPage;
}

const names = ({ pageData }: FeedPage) => pageData.items.map(({ dealTitle }) => dealTitle.replace('Lamp ', ''));

async function dealPage(context: Context, name: string): Promise<DealPage> {
  const { thread_id } = await context.db
    .selectFrom('deals')
    .select('thread_id')
    .where('title', '=', `Lamp ${name}`)
    .executeTakeFirstOrThrow();
  const loaded = await loadPage(context, `/f/${thread_id}-lamp-${name.toLowerCase()}`, new URLSearchParams());
  if (loaded.status !== 200) throw new Error(`${name} has no page`);
  return loaded.page as DealPage;
}

async function offerOf(context: Context, name: string): Promise<Record<string, unknown>> {
  const page = await dealPage(context, name);
  expect(pagePayload.parse(JSON.parse(JSON.stringify(page)))).toEqual(JSON.parse(JSON.stringify(page)));
  const [product] = structuredData(page as Parameters<typeof structuredData>[0], context.config) as { offers: Record<string, unknown> }[];
  return product!.offers;
}

eachDatabase('deals without one price', (open) => {
  test('are sorted by the amount that they have, and come last without one', async () => {
    const context = await site(open);
    const sorted = names(await feed(context, '/all', 'sort=price'));
    expect(sorted.slice(0, 8)).toEqual(['free', 'multi', 'euro', 'range', 'exact', 'from', 'discounted', 'dear']);
    expect(sorted.slice(8).toSorted()).toEqual(['bogo', 'off', 'percent', 'upTo']);
    expect(names(await feed(context, '/all', 'sort=discount')).slice(0, 2)).toEqual(['percent', 'discounted']);
    const found = await titlesOf(context, 'q=lamp&sort=price');
    expect(found.slice(8).toSorted()).toEqual(['Lamp bogo', 'Lamp off', 'Lamp percent', 'Lamp upTo']);
  });

  test('are in lists of low prices and of savings where they say so, and the site’s currency alone is compared', async () => {
    const context = await site(open);
    expect(names(await feed(context, '/browse/under-25')).toSorted()).toEqual(['exact', 'free', 'from', 'multi', 'range']);
    expect(names(await feed(context, '/browse/big-drops')).toSorted()).toEqual(['discounted', 'percent']);
    expect((await titlesOf(context, 'q=lamp&price_max=25')).toSorted()).toEqual(
      ['exact', 'free', 'from', 'multi', 'range'].map((name) => `Lamp ${name}`),
    );
    expect((await titlesOf(context, 'lamp under $25')).length).toBe(5);
    expect((await titlesOf(context, 'q=lamp&percent_off=25')).toSorted()).toEqual(['Lamp discounted', 'Lamp percent']);
    expect((await titlesOf(context, 'q=lamp')).length).toBe(12);
    const changed = (await feedChanges(context)).get('/browse/under-25');
    expect(changed).toBeInstanceOf(Date);
  });

  test('say in every place what they ask for', async () => {
    const context = await site(open);
    const shown = new Map((await feed(context, '/all')).pageData.items.map((item) => [item.dealTitle, item]));
    const texts = Object.keys(PRICES).map((name) => {
      const card = shown.get(`Lamp ${name}`);
      return card && 'finalPriceText' in card ? card.finalPriceText : undefined;
    });
    expect(texts).toEqual([
      ...['$20.00', '$99.00', '30% off', 'Up to 70% off', '$19.99 – $49.99', 'from $24.99', '2 for $5'],
      ...['Buy one, get one free', 'Save $6', 'free'],
    ]);
    const { pageMetadata, pageData } = await dealPage(context, 'percent');
    expect(pageMetadata.description).toBe('30% off at Corner Shop. Lamp percent');
    expect(pageData.deal.percentOff).toBe(30);
    const picture = sharePictureSvg({ siteName: 'Magpie', deal: pageData.deal, drawing: undefined });
    expect(picture).toContain('30% off');
    expect(picture).not.toContain('−30%');
    const url = new URL('https://deals.example/all/feed.xml');
    const rss = await feedRss({ request: new Request(url), url, locals: { context } });
    expect(await rss!.text()).toContain('from $24.99 at Corner Shop');
  });

  test('have no price in structured data that nobody pays', async () => {
    const context = await site(open);
    expect(await offerOf(context, 'range')).toMatchObject({
      '@type': 'AggregateOffer',
      lowPrice: '19.99',
      highPrice: '49.99',
      priceCurrency: 'USD',
    });
    const from = await offerOf(context, 'from');
    expect(from).toMatchObject({ '@type': 'AggregateOffer', lowPrice: '24.99' });
    expect(from).not.toHaveProperty('highPrice');
    expect(await offerOf(context, 'multi')).toMatchObject({
      '@type': 'Offer',
      priceSpecification: { price: '5.00', priceCurrency: 'USD', referenceQuantity: { value: 2 } },
    });
    for (const [name, description] of [
      ['percent', '30% off'],
      ['bogo', 'Buy one, get one free'],
      ['off', 'Save $6'],
    ] as const) {
      const offer = await offerOf(context, name);
      expect(offer).toMatchObject({ '@type': 'Offer', description });
      expect(JSON.stringify(offer)).not.toMatch(/"(?:price|lowPrice|priceCurrency|priceSpecification)":/);
    }
    expect(await offerOf(context, 'exact')).toMatchObject({ '@type': 'Offer', price: '20.00', priceCurrency: 'USD' });
  });
});

eachDatabase('a price that becomes terms', (open) => {
  test('leaves the lowest prices, and comes back with an amount', async () => {
    const context = await site(open);
    const { db } = context;
    const { thread_id } = await db.selectFrom('deals').select('thread_id').where('title', '=', 'Lamp exact').executeTakeFirstOrThrow();
    const lowest = async () =>
      (await db.selectFrom('deals').select('thread_id').where('at_lowest', '=', true).execute()).map((row) => row.thread_id);
    await db
      .insertInto('price_observations')
      .values([1, 2, 3].map((month) => ({ thread_id, observed_on: `2025-0${month}-01`, cents: 1_000 * (5 - month) })))
      .execute();
    expect(await lowest()).toEqual([thread_id]);
    const set = (price_cents: number | null, terms: object | null) =>
      db
        .updateTable('deals')
        .set({ price_cents, price_terms: terms && JSON.stringify(terms) })
        .where('thread_id', '=', thread_id)
        .execute();
    await set(null, { kind: 'percent', percent: 10 });
    expect(await lowest()).toEqual([]);
    await set(2_000, null);
    expect(await lowest()).toEqual([thread_id]);
    await expect(set(null, null)).rejects.toThrow();
    await expect(set(100, { kind: 'gift' })).rejects.toThrow();
  });
});

eachDatabase('a site elsewhere', (open) => {
  test('writes amounts and dates as there, and compares its own currency', async () => {
    const context = await site(open, { SITE_CURRENCY: 'EUR', SITE_LOCALE: 'de-DE', SITE_TIMEZONE: 'Europe/Berlin' });
    expect(names(await feed(context, '/browse/under-25'))).toEqual(['euro']);
    expect(await titlesOf(context, 'q=lamp&price_max=25')).toEqual(['Lamp euro']);
    const { pageData } = await dealPage(context, 'euro');
    expect(pageData.deal.finalPriceText).toBe('10,00\u00a0€');
    expect(await offerOf(context, 'euro')).toMatchObject({ price: '10.00', priceCurrency: 'EUR' });
    expect((await dealPage(context, 'range')).pageData.deal.finalPriceText).toBe('19,99\u00a0$ – 49,99\u00a0$');
    const url = new URL('https://deals.example/all/feed.xml');
    const rss = await (await feedRss({ request: new Request(url), url, locals: { context } }))!.text();
    expect(rss).toContain('<language>de-DE</language>');
    expect(rss).toContain('10,00\u00a0€ at Corner Shop');
  });

  test('has no decimals where its currency has none, in structured data either', async () => {
    const context = accountsContext((await open()).db, { SITE_CURRENCY: 'JPY', SITE_LOCALE: 'ja-JP', SITE_TIMEZONE: 'Asia/Tokyo' });
    await searchCatalogue(context, [
      { title: 'Lamp yen', price: '1500', currency: 'JPY', listPrice: '3500', prices: priorPrices('3000') },
      { title: 'Lamp yens', price: '1500 - 3000', currency: 'JPY' },
    ]);
    const { pageData, pageMetadata } = await dealPage(context, 'yen');
    expect(pageData).toMatchObject({ priceCents: 150_000, currency: 'JPY', deal: { finalPriceText: '￥1,500', listPriceText: '￥3,500' } });
    expect(pageMetadata.description).toContain('50% off ￥3,000');
    expect(await offerOf(context, 'yen')).toMatchObject({ price: '1500', priceCurrency: 'JPY' });
    expect(await offerOf(context, 'yens')).toMatchObject({ lowPrice: '1500', highPrice: '3000' });
  });
});
