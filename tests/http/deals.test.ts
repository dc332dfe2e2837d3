import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import type { OfferCard } from '../../src/features/offers/offer.ts';
import { ask, jsonOf } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const [shown] = (await feed(url, '/')).items as DealCard[];
const found = shown!;
const offer = ((await feed(url, '/browse/coupons')).items as OfferCard[])[0]!;

describe('a deal’s address', () => {
  test('shows the deal', async () => {
    const { status, text } = await ask(url, found.path);
    expect(status).toBe(200);
    expect(text).toContain(`<link rel="canonical" href="${url}${found.path}"`);
  });

  test.each(['', '-', '-another-title', '-another-title/'])('leads to the right one with the title part “%s”', async (title) => {
    const { status, headers } = await ask(url, `/f/${found.threadId}${title}`);
    expect(status).toBe(301);
    expect(headers.location).toBe(found.path);
  });

  test('has nothing of Astro’s that differs each time the page is made, and its text as it was written', async () => {
    const pages = [await ask(url, found.path), await ask(url, `${found.path}?comments=new`)];
    for (const { text } of pages) {
      expect(text.match(/<astro-island /g)?.length).toBeGreaterThan(1);
      expect(text.match(/<astro-island[^>]* uid=|<style>astro-island/)?.[0]).toBeUndefined();
      expect(/©[^<]*/.exec(text)?.[0]).toMatch(/^© \d{4}–\d{4} Magpie$/);
    }
  });

  test('leads to the right one with its query, and without one that names a reply that is not there', async () => {
    const location = async (path: string) => (await ask(url, path)).headers.location;
    expect(await location(`/f/${found.threadId}-another-title?utm_source=mail&x=1`)).toBe(`${found.path}?utm_source=mail&x=1`);
    expect(await location(`${found.path}?from-reply=987654321`)).toBe(found.path);
  });

  test('that moved says so to the browser’s own client', async () => {
    const answer = await ask(url, `/web-api/page/f/${found.threadId}`);
    expect(jsonOf(answer)).toEqual({ statusCode: 301, location: found.path });
  });

  test.each(['/f/999999999', '/f/abc', '/f/1e3', '/f/-1', '/pco/999999999', '/pco/abc'])('%s leads to none', async (path) => {
    const { status, text } = await ask(url, path);
    expect(status).toBe(404);
    expect(text).toContain(`Page not found: ${path}`);
  });

  test('tells search engines what it is', async () => {
    const { text } = await ask(url, found.path);
    const blocks = [...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
      ([, json]) => JSON.parse(json!) as object,
    );
    expect(blocks).toContainEqual(expect.objectContaining({ '@type': 'Product', name: found.dealTitle }));
    expect(blocks).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
  });
});

describe('a page’s data', () => {
  test.each(['/', '/popular', '/category/computers', found.path, offer.path])(
    'is the same in its payload file and in the call: %s',
    (path) =>
      settled(async () => {
        const file = await ask(url, `${path === '/' ? '' : path}/_payload.json?build=1`);
        const call = await ask(url, `/web-api/page${path}`);
        expect(file.status).toBe(200);
        expect(file.headers['content-type']).toContain('application/json');
        expect(jsonOf(call)).toEqual(jsonOf(file));
        expect(Object.keys(jsonOf<object>(file))).toEqual(['pageData', 'pageLayout', 'pageMetadata']);
      }),
  );

  test('is left out of a call that wants none', async () => {
    const call = (wanted: string) => ask(url, `/web-api/page${found.path}`, { headers: { 'X-Include-Page-Data': wanted } });
    const [all, none, wrong] = [await call('1'), await call('0'), await call('yes')];
    expect(jsonOf(none)).toEqual({ ...jsonOf<object>(all), pageData: null });
    expect(none.headers.vary).toContain('X-Include-Page-Data');
    expect([wrong.status, jsonOf(wrong)]).toEqual([400, { status: 'error', message: 'X-Include-Page-Data must be 1 or 0.' }]);
  });

  test('has a data layer whose sub-sections are its name split by colon', async () => {
    const { pageMetadata } = jsonOf<{ pageMetadata: { dataLayer: { name: string; traffic: Record<string, string> } } }>(
      await ask(url, `/web-api/page${found.path}`),
    );
    const { name, traffic } = pageMetadata.dataLayer;
    expect(Object.values(traffic).filter(Boolean)).toEqual(name.split(':').slice(0, 4));
  });

  test('tells a store’s own offers from deals by their id', () => {
    expect(found.uniqueId).toBe(`DEAL-${found.threadId}`);
    expect(offer.uniqueId).toBe(`PCO-${offer.pcoId}`);
  });
});

describe('the way out to the store', () => {
  test('is looked up by the deal’s id and by nothing else', async () => {
    const answer = await ask(url, `/click?tid=${found.threadId}&u2=https://evil.example/&url=https://evil.example/`);
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.location!).hostname).toBe(found.store.host);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('is looked up by an offer’s id', async () => {
    const answer = await ask(url, `/click?pcoid=${offer.pcoId}`);
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.location!).hostname).toBe(offer.store!.host);
  });

  test.each(['', '?tid=', '?tid=999999999', '?tid=abc', '?tid=1%20or%201=1', '?pcoid=999999999999', '?u2=https://evil.example/'])(
    'leads nowhere without an id that exists: /click%s',
    async (query) => {
      const answer = await ask(url, `/click${query}`);
      expect(answer.status).toBe(404);
      expect(answer.headers.location).toBeUndefined();
    },
  );

  test('is marked as paid for', async () => {
    const { text } = await ask(url, found.path);
    const links = text.match(/<a [^>]*href="\/click[^>]*>/g) ?? [];
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(/rel="[^"]*sponsored[^"]*nofollow[^"]*noopener/);
  });
});

describe('small calls', () => {
  test('a forum is named by its id, or its slug', async () => {
    for (const named of ['id=1', 'slug=hot-deals'])
      expect(jsonOf(await ask(url, `/web-api/forum/?${named}`))).toEqual({ label: 'Hot Deals', value: 1 });
    expect((await ask(url, '/web-api/forum/?slug=nothing')).status).toBe(404);
    expect((await ask(url, '/web-api/forum/?slug=No%00Slug')).status).toBe(400);
    expect((await ask(url, '/web-api/forum/?id=999')).status).toBe(404);
    expect((await ask(url, '/web-api/forum/')).status).toBe(404);
  });

  test('nobody is signed in yet', async () => {
    const answer = await ask(url, '/web-api/session/');
    expect(jsonOf(answer)).toEqual({ user: null, securitytoken: 'guest' });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('they take any method', async () => {
    const answer = await ask(url, '/web-api/page/all', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } });
    expect(answer.status).toBe(200);
  });

  test('every deal has a picture to share, as large as its page says', async () => {
    const picture = await ask(url, `/share/${found.threadId}.png`);
    expect(picture.headers['content-type']).toBe('image/png');
    expect([picture.body.readUInt32BE(16), picture.body.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await ask(url, '/share/999999999.png')).status).toBe(404);
  });
});
