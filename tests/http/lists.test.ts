import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask } from '../support/http.ts';
import { feed, wholeFeed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

const all = (xml: string, tag: string) => [...xml.matchAll(new RegExp(`<${tag}>([^<]*)</${tag}>`, 'g'))].map(([, text]) => text!);

describe('RSS', () => {
  test.each([
    ['/feed.xml', '/'],
    ['/all/feed.xml', '/all'],
    ['/category/computers/feed.xml', '/category/computers'],
    ['/browse/coupons/feed.xml', '/browse/coupons'],
  ])('%s holds the first page of %s', (path, of) =>
    settled(async () => {
      const answer = await ask(url, path);
      expect(answer.headers['content-type']).toContain('application/rss+xml');
      expect(answer.headers['cache-control']).toMatch(/^public/);
      const { items } = await feed(url, of);
      expect(all(answer.text, 'link').slice(1)).toEqual(items.map((item) => url + item.path));
      expect(answer.text).toContain(`<guid isPermaLink="false">${items[0]!.uniqueId}</guid>`);
    }),
  );

  test('says when each deal was posted', () =>
    settled(async () => {
      const { text } = await ask(url, '/all/feed.xml');
      const { items } = await feed(url, '/all');
      expect(all(text, 'pubDate')).toEqual((items as DealCard[]).map(({ postedAt }) => new Date(postedAt).toUTCString()));
    }));

  test('every feed’s page leads to its own', async () => {
    for (const path of ['/', '/popular', '/category/computers']) {
      const { text } = await ask(url, path);
      const [, link] = /<link rel="alternate" type="application\/rss\+xml"[^>]* href="([^"]+)"/.exec(text) ?? [];
      expect((await ask(url, link!)).status, link).toBe(200);
    }
  });

  test.each(['/nothing/feed.xml', '/category/there-is-none/feed.xml', '/search/feed.xml'])('%s is no feed', async (path) => {
    expect((await ask(url, path)).status).toBe(404);
  });
});

describe('a list', () => {
  test('of the front page opens with the hottest deals, which are not repeated below', async () => {
    const { text } = await ask(url, '/');
    const links = [...text.matchAll(/<h3[^>]*>\s*<a[^>]*href="([^"]*)"/g)].map(([, address]) => address);
    expect(links.length).toBeGreaterThan(30);
    expect(new Set(links).size).toBe(links.length);
  });

  test('of a store folds the offers that have expired', async () => {
    const { offers, offersTotal } = await feed(url, '/store/glasswater');
    const { text } = await ask(url, '/store/glasswater');
    const folded = /<details class="expired-offers"><summary>(\d+) expired (?:coupon|offer)s?<\/summary>([^]*?)<\/details>/.exec(text);
    expect(Number(folded?.[1])).toBe(offersTotal.expired);
    expect(offersTotal.expired).toBeGreaterThan(0);
    for (const { path, isExpired } of offers) expect(folded?.[2]?.includes(`href="${path}"`), path).toBe(isExpired);
  });

  test('of deals and a search name their orders alike', async () => {
    const ordersOf = async (path: string) => {
      const nav = /<nav [^>]*aria-label="Sort[^]*?<\/nav>/.exec((await ask(url, path)).text)?.[0] ?? '';
      return [...nav.matchAll(/<a [^>]*>\s*([^<]+?)\s*<\/a>/g)].map(([, name]) => name);
    };
    const [ofFeed, ofSearch] = [await ordersOf('/popular'), await ordersOf('/search?q=ssd')];
    expect(ofFeed.toSorted()).toEqual(['Discount', 'Hot', 'Lowest price', 'New', 'Rising']);
    expect(ofSearch.filter((name) => name !== 'Relevance').toSorted()).toEqual(ofFeed.toSorted());
  });

  test('has titles that fade once they were visited', async () => {
    const { text } = await ask(url, '/popular');
    const styles = [...text.matchAll(/<link rel="stylesheet" href="([^"]*)"/g)].map(([, address]) => address ?? '');
    // No script may read how a visited link looks.
    const sheets = await Promise.all(styles.map(async (address) => (await ask(url, address)).text));
    expect(sheets.join('')).toMatch(/\.deal-card__title a:visited\{color:var\(--ink-soft\)/);
  });
});

describe('sitemaps', () => {
  test('hold every page that search engines may know, each of the catalogue with a date', () =>
    settled(async () => {
      const index = (await ask(url, '/sitemap-index.xml')).text;
      const maps = all(index, 'loc');
      expect(all(index, 'lastmod')).toHaveLength(maps.length - 1);
      const paths: string[] = [];
      for (const map of maps) {
        const { text } = await ask(url, map.slice(url.length));
        const found = all(text, 'loc');
        expect(all(text, 'lastmod'), map).toHaveLength(map === `${url}/sitemap-pages.xml` ? 0 : found.length);
        paths.push(...found.map((address) => address.slice(url.length)));
      }
      // Sitemaps gather changes for some seconds: what other tests have just posted is on the first page.
      const { items } = await feed(url, '/all?page=2');
      expect(paths).toEqual(
        expect.arrayContaining([
          '/',
          '/all',
          '/popular',
          '/about',
          '/help',
          '/terms',
          '/privacy',
          '/credits',
          '/category/computers',
          '/pco/1',
          ...items.map(({ path }) => path),
        ]),
      );
      expect(new Set(paths).size).toBe(paths.length);
      expect(paths.filter((path) => path.includes('?'))).toEqual([]);
    }));

  test('their addresses answer', async () => {
    const { text } = await ask(url, '/sitemap-feeds.xml');
    for (const address of all(text, 'loc'))
      expect((await ask(url, address.slice(url.length), { method: 'HEAD' })).status, address).toBe(200);
  });

  test('robots.txt names them', async () => {
    const { text, headers } = await ask(url, '/robots.txt');
    expect(headers['content-type']).toContain('text/plain');
    expect(text).toContain(`Sitemap: ${url}/sitemap-index.xml`);
    for (const path of ['/click', '/post', '/search']) expect(text).toContain(`Disallow: ${path}\n`);
  });
});

describe('search', () => {
  test('expired deals are never first, and come after all others where figures order', async () => {
    const { items } = await feed(url, '/search?q=monitor');
    expect((items as DealCard[])[0]!.isExpired).toBe(false);
    await settled(async () => {
      const states = (await wholeFeed(url, '/search', 'q=monitor&sort=price')).map(({ isExpired }) => isExpired);
      expect(states).toContain(true);
      expect(states).toEqual(states.toSorted((a, b) => Number(a) - Number(b)));
    });
  });
});
