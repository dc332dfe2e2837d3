import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { parseMoney } from '../../src/lib/money.ts';
import { ask } from '../support/http.ts';
import { feed, wholeFeed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];

describe('pages of a feed', () => {
  test('page 1 is the bare address', async () => {
    await settled(async () => {
      const [bare, first] = [await ask(url, '/all'), await ask(url, '/all?page=1')];
      expect(first.text).toBe(bare.text);
      expect(canonicalOf(first.text)).toBe(`${url}/all`);
    });
  });

  test('a later page is a page of its own', async () => {
    const { status, text } = await ask(url, '/all?page=2');
    expect(status).toBe(200);
    expect(canonicalOf(text)).toBe(`${url}/all?page=2`);
  });

  test('the pages hold every deal once, forty at a time', () =>
    settled(async () => {
      const { total, items } = await feed(url, '/category/computers');
      const deals = await wholeFeed(url, '/category/computers');
      expect(deals).toHaveLength(total);
      expect(new Set(deals.map(({ threadId }) => threadId)).size).toBe(total);
      expect(items).toHaveLength(40);
    }));

  test('written ahead or on demand, the last page ends where the next would be a 404', async () => {
    await settled(async () => {
      const { pages } = await feed(url, '/all');
      expect((await ask(url, `/all?page=${pages}`)).status).toBe(200);
      expect((await ask(url, `/all?page=${pages + 1}`)).status).toBe(404);
    });
  });

  test.each(['0', '-1', 'abc', '1.5', '01', '', '99999999999'])('?page=%s is no page', async (page) => {
    for (const path of ['/all', '/', '/search']) expect((await ask(url, `${path}?page=${page}`)).status, path).toBe(404);
  });

  test('what only tracks a visitor changes nothing', async () => {
    await settled(async () => {
      const [bare, tracked] = [await ask(url, '/popular'), await ask(url, '/popular?utm_source=mail&fbclid=1&page=1')];
      expect(tracked.headers.etag).toBe(bare.headers.etag);
      expect(tracked.text).toBe(bare.text);
    });
  });
});

describe('orders of a feed', () => {
  const path = '/category/computers';
  // At the door: what is asked for delivery counts.
  const amount = (deal: DealCard) =>
    parseMoney(deal.finalPriceText)! + (parseMoney(/[$][\d.,]+/.exec(deal.shippingText ?? '')?.[0] ?? '') ?? 0);
  const orders: Record<string, (a: DealCard, b: DealCard) => number> = {
    new: (a, b) => b.postedAt.localeCompare(a.postedAt),
    price: (a, b) => amount(a) - amount(b),
    discount: (a, b) => (b.percentOff ?? -1) - (a.percentOff ?? -1),
  };

  test.each(Object.entries(orders))('%s', (sort, compare) =>
    settled(async () => {
      const deals = await wholeFeed(url, path, `sort=${sort}`);
      const live = deals.filter(({ isExpired }) => !isExpired);
      expect(live.map(({ threadId }) => threadId)).toEqual(live.toSorted(compare).map(({ threadId }) => threadId));
    }),
  );

  test.each(['hot', 'new', 'price', 'discount'])('expired deals come after all live ones: %s', (sort) =>
    settled(async () => {
      const states = (await wholeFeed(url, path, `sort=${sort}`)).map(({ isExpired }) => isExpired);
      expect(states).toContain(true);
      expect(states.indexOf(true)).toBeGreaterThan(states.lastIndexOf(false));
    }),
  );

  test('hideexpired leaves the live ones', () =>
    settled(async () => {
      const all = await wholeFeed(url, path);
      const live = await wholeFeed(url, path, 'hideexpired=1');
      expect(live.map(({ threadId }) => threadId)).toEqual(all.filter(({ isExpired }) => !isExpired).map(({ threadId }) => threadId));
    }));

  test('the home feed is newest first', async () => {
    const times = (await feed(url, '/')).items.map((item) => (item as DealCard).postedAt);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('another order is no page for search engines', async () => {
    const { text } = await ask(url, `${path}?sort=price`);
    expect(canonicalOf(text)).toBe(`${url}${path}`);
    expect(text).toContain('content="noindex,follow"');
  });

  test('an unknown order is no page', async () => {
    expect((await ask(url, `${path}?sort=random`)).status).toBe(404);
  });
});

describe('search', () => {
  test('finds deals by the words of their titles', async () => {
    const { items, total } = await feed(url, '/search?q=ssd');
    expect(total).toBeGreaterThan(0);
    for (const item of items as DealCard[]) expect(`${item.dealTitle} ${item.category.slug}`.toLowerCase()).toMatch(/ssd|solid/);
  });

  test('narrows by store, brand, category and forum', async () => {
    const [first] = (await feed(url, '/search?q=')).items as DealCard[];
    const { slug } = first!.store;
    const { items } = await feed(url, `/search?q=&filters[store][]=${slug}`);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items as DealCard[]) expect(item.store.slug).toBe(slug);
  });

  test('says so when nothing is found', async () => {
    const { status, text } = await ask(url, '/search?q=zzzxqj');
    expect(status).toBe(200);
    expect(text).toContain('No deals match all of these words');
  });

  test('shows what was typed as text', async () => {
    const { text } = await ask(url, `/search?q=${encodeURIComponent('"><b id=injected>')}`);
    expect(text).toMatch(/<h1[^>]*>[^<]*&lt;b id=injected&gt;/);
    expect(text).not.toMatch(/=""><b id=injected>/);
  });
});
