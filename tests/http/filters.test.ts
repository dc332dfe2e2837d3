import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask } from '../support/http.ts';
import { feed, wholeFeed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

const path = '/category/computers';
const countedIn = (html: string) => /data-counted="([^"]*)"/.exec(html)?.[1];

describe('a narrowed feed', () => {
  test('holds what its filters leave, in its order, on all of its pages', () =>
    settled(async () => {
      const all = await wholeFeed(url, path, 'sort=price');
      const store = all[0]!.store.slug;
      const narrowed = await wholeFeed(url, path, `sort=price&filters[store][]=${store}`);
      expect(narrowed.length).toBeLessThan(all.length);
      const idsOf = (deals: DealCard[]) => deals.map(({ threadId }) => threadId);
      expect(idsOf(narrowed)).toEqual(idsOf(all.filter((deal) => deal.store.slug === store)));
    }));

  test('is no page for search engines, and asks again as a feed does', async () => {
    const { status, text, headers } = await ask(url, `${path}?price_max=100&coupon=1`);
    expect(status).toBe(200);
    expect(text).toContain('content="noindex,follow"');
    expect(text).toContain(`<link rel="canonical" href="${url}${path}"`);
    expect(headers['cache-control']).toBe('public, no-cache');
  });

  test('tells what cannot be read, and goes without it', async () => {
    const { status, text } = await ask(url, `${path}?price_max=cheap`);
    expect(status).toBe(200);
    expect(text).toContain('“cheap” is not a price, and was left out.');
    await settled(async () => expect((await feed(url, `${path}?price_max=cheap`)).total).toBe((await feed(url, path)).total));
  });

  test('is that of a forum under its short name too, in an address that is not the published page', () =>
    settled(async () => {
      const [whole, short, long] = [
        await feed(url, '/popular'),
        await feed(url, '/popular?f=2'),
        await feed(url, '/popular?filters[forum][]=2'),
      ];
      expect(short.total).toBeLessThan(whole.total);
      expect([short.total, short.choices?.chosen.forum]).toEqual([long.total, long.choices?.chosen.forum]);
      const { text } = await ask(url, '/popular?f=2');
      expect(text).toContain('<meta name="robots" content="noindex,follow">');
      expect(text).toBe((await ask(url, '/popular?filters[forum][]=2')).text);
    }));

  test.each(['sort=sideways', 'page=0', 'page=9999', 'hideexpired=yes'])('is none for %s', async (query) => {
    expect((await ask(url, `${path}?price_max=100&${query}`)).status).toBe(404);
  });

  test('writes percents as deals do, in what is chosen and in what may be', async () => {
    const { text } = await ask(url, `${path}?percent_off=25`);
    expect(/<ul class="chosen".*?<\/ul>/s.exec(text)?.[0]).toContain('25% off or more');
    expect(/<select[^>]*name="percent_off".*?<\/select>/s.exec(text)?.[0]).toContain('>50% off or more<');
  });

  test('counts one deal as one, for who hears the page', async () => {
    const { text } = await ask(url, `${path}?price_max=20`);
    const counts = [...text.matchAll(/([\d,]+\+?)<span class="visually-hidden"> (deals?)</g)].map(([, count, noun]) => [count, noun]);
    expect(counts).toContainEqual(['1', 'deal']);
    expect(counts.filter(([count, noun]) => (count === '1') !== (noun === 'deal'))).toEqual([]);
  });

  test('says what to do where nothing is left', async () => {
    const { status, text } = await ask(url, `${path}?filters[store][]=nowhere`);
    expect(status).toBe(200);
    expect(text).toContain('No deals here with these filters. Remove one to see more.');
    expect(text).toMatch(/Clear all filters/);
  });

  test.each([path, '/search'])('tells prices that no deal has, and keeps them in the form: %s', async (narrowed) => {
    const { text } = await ask(url, `${narrowed}?price_min=100&price_max=50`);
    expect(text).toContain('The lowest price, $100, is above the highest, $50. Swap the two to see more.');
    expect(text).toMatch(/name="price_min"[^>]* value="100"/);
  });

  test('is offered nothing that the feed is about itself', async () => {
    const { store } = (await feed(url, '/')).items[0] as DealCard;
    const { choices } = await feed(url, `/store/${store.slug}?filters=1`);
    expect(Object.keys(choices!.facets).toSorted()).toEqual(['brand', 'category']);
  });
});

describe('a list of coupons', () => {
  const list = '/browse/coupons';

  test('is narrowed by store and by discount, and by nothing that is of deals alone', async () => {
    const all = (await feed(url, `${list}?filters=1`)).choices!.facets.store!;
    expect(all.length).toBeGreaterThan(1);
    const { slug, name, deals } = all[0]!;
    const narrowed = await feed(url, `${list}?filters[store][]=${slug}&price_max=1&coupon=1`);
    expect(narrowed.total).toBe(deals);
    expect(narrowed.items.every(({ store }) => store?.name === name)).toBe(true);
    const { text } = await ask(url, `/web-api/filters${list}?filters[store][]=${slug}`);
    expect(countedIn(text)).toBe(`${deals} ${deals === 1 ? 'offer' : 'offers'}`);
    expect(text).toContain('name="percent_off"');
    expect(text).not.toMatch(/name="(?:price|coupon|hideexpired)"/);
  });

  test('says what to do where nothing is left', async () => {
    const { status, text } = await ask(url, `${list}?filters[store][]=nowhere`);
    expect(status).toBe(200);
    expect(text).toContain('No offers here with these filters. Remove one to see more.');
    expect(text).toContain('content="noindex,follow"');
  });

  test('has no filters where it is an archive', async () => {
    expect((await ask(url, '/browse/coupon-archive')).text).not.toContain('data-filters');
    expect((await feed(url, '/browse/coupon-archive?filters=1')).choices).toBeNull();
  });
});

describe('the form of filters', () => {
  test('stands in published files without what changes with other deals', async () => {
    const { text, headers } = await ask(url, path);
    expect(headers.etag).toBeDefined();
    expect(text).toContain('name="price"');
    expect(text).not.toContain('name="filters[store][]"');
    expect(text).toContain(`href="${path}?filters=1"`);
  });

  test.each([path, '/', '/all', '/search'])('is counted for what is chosen: %s', (of) =>
    settled(async () => {
      const query = 'price_max=100&sort=price';
      const { status, text, headers } = await ask(url, `/web-api/filters${of}?${query}&page=7`);
      expect(status).toBe(200);
      const { total } = await feed(url, `${of}?${query}`);
      expect(countedIn(text)?.replaceAll(',', '')).toMatch(new RegExp(`^${total}\\+? deals$`));
      expect(text).toContain('filters[store][]');
      expect(headers).toMatchObject({ 'cache-control': 'private, max-age=60', 'x-robots-tag': 'noindex' });
    }),
  );

  test.each([
    ['GET', '/web-api/filters/browse/coupon-archive', 404],
    ['GET', '/web-api/filters/about', 404],
    ['POST', '/web-api/filters/all', 405],
  ])('%s %s is answered %i', async (method, address, status) => {
    expect((await ask(url, address, { method, headers: { Origin: url } })).status).toBe(status);
  });
});
