import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask, BOT, FORM, jsonOf } from '../support/http.ts';
import { feed, pageKinds } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

let deal: DealCard;
beforeAll(async () => {
  deal = (await feed(url, '/popular')).items[0] as DealCard;
});

const embed = (query: string, headers: Record<string, string> = {}) => ask(url, `/embed?${query}`, { headers });
const policyOf = async (path: string) => String((await ask(url, path)).headers['content-security-policy']);

describe('an embed', () => {
  test('may be framed by any site, and may run no script', async () => {
    for (const query of [`deal=${deal.threadId}`, 'feed=/popular', 'q=monitor', 'deal=0']) {
      const { headers, text } = await embed(query);
      expect(headers['content-security-policy'], query).toBe(
        `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *`,
      );
      expect(headers, query).not.toHaveProperty('x-frame-options');
      expect(headers, query).toMatchObject({ 'x-content-type-options': 'nosniff', 'x-robots-tag': 'noindex' });
      expect(headers['cache-control'], query).toBe(query === 'deal=0' ? 'no-store' : 'public, max-age=60');
      expect(text, query).toContain('<meta name="robots" content="noindex">');
      expect(text, query).not.toMatch(/<script|<style|<form|<[^>]+\s(?:style|on[a-z]+)="/);
    }
    expect((await ask(url, `/embed/?deal=${deal.threadId}`)).headers['content-security-policy']).toContain('frame-ancestors *');
  });

  test('is the same for everybody, and leaves no cookie', async () => {
    const query = `deal=${deal.threadId}`;
    const [plain, known] = [await embed(query), await embed(query, { Cookie: 'session=abc; style-id=17; fresh=9999999999999' })];
    expect(known.text).toBe(plain.text);
    for (const { headers } of [plain, known]) {
      expect(headers).not.toHaveProperty('set-cookie');
      expect([headers['cache-control'], headers.vary]).toEqual(['public, max-age=60', 'Accept-Encoding']);
    }
    expect((await embed(query, { 'If-None-Match': plain.headers.etag! })).status).toBe(304);
  });

  test('links to the pages of this site, outside of the frame', () =>
    settled(async () => {
      const [first] = (await feed(url, '/popular')).items;
      const { text } = await embed('feed=/popular&count=3');
      const links = [...text.matchAll(/<a ([^>]*)>/g)].map(([, attributes]) => attributes!);
      expect(links).toHaveLength(6);
      for (const link of links) expect(link).toMatch(new RegExp(`href="${url}/[^"]*" target="_blank" rel="noopener"`));
      expect(links[1]).toContain(`href="${url}${first!.path}"`);
      expect(links.at(-2)).toContain(`href="${url}/"`);
    }));

  test('weighs little', async () => {
    const { text } = await embed(`deal=${deal.threadId}`);
    expect(gzipSync(text).length).toBeLessThan(2_000);
    expect(gzipSync((await embed('feed=/popular&count=12')).text).length).toBeLessThan(4_000);
    const [, style] = /<link rel="stylesheet" href="([^"]+)"/.exec(text)!;
    expect(gzipSync((await ask(url, style!)).text).length).toBeLessThan(2_500);
  });

  test('says that a deal is expired', async () => {
    const expired = (await pageKinds(url))['an expired deal']!;
    expect((await embed(`deal=${/\/f\/(\d+)/.exec(expired)![1]}`)).text).toContain('>Expired<');
    expect((await embed(`deal=${deal.threadId}`)).text).not.toContain('>Expired<');
  });

  test.each([
    '',
    'deal=',
    'deal=0',
    'deal=999999999',
    'feed=/store/nobody',
    'feed=popular',
    'feed=/popular&count=13',
    'q=',
    'deal=1&theme=x',
  ])('that is not there is told inside the frame: %s', async (query) => {
    const { status, text, headers } = await embed(query);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain('Page not found: /embed<');
    const bot = await embed(query, { 'User-Agent': BOT });
    expect([bot.status, bot.text]).toEqual([404, '']);
  });

  test.each(["'", '%', '\\', '<script>alert(1)</script>', '"><img src=x>', '&|!:*()', '😀', 'a'.repeat(3_000), '\u202e'])(
    'answers a search for %s',
    async (q) => {
      const { status, text } = await embed(`q=${encodeURIComponent(q)}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script|<img src=x/);
    },
  );

  test('is kept from a network that searches without end, while deals and feeds are not', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.77' };
    for (let n = 0; n < 600; n++) await ask(url, '/web-api/page/search?page=0', { headers });
    const answer = await embed('q=desk+lamp', headers);
    expect([answer.status, answer.headers['cache-control'], Number(answer.headers['retry-after']) > 0]).toEqual([429, 'no-store', true]);
    expect(answer.text).toContain('There were too many searches from your network.');
    expect((await embed(`deal=${deal.threadId}`, headers)).status).toBe(200);
  });

  test('can only be read', async () => {
    const answer = await ask(url, `/embed?deal=${deal.threadId}`, {
      method: 'POST',
      body: 'a=1',
      headers: { 'Content-Type': FORM, Origin: url },
    });
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

test('no other page may be framed by other sites', async () => {
  const kinds = Object.values(await pageKinds(url));
  const near = ['/embed/popular', '/embed/_payload.json', '/embedded', '//embed', '/Embed', '/%65mbed?feed=/popular', '/?path=/embed'];
  for (const path of [...kinds, ...near, '/web-api/page/embed', '/web-api/oembed/', '/about/', '/feed.xml'])
    expect(await policyOf(path), path).toContain(`frame-ancestors 'self'`);
});

describe('oEmbed', () => {
  test('pages that can be embedded name where that is described, and no other page does', async () => {
    const link = /<link rel="alternate" type="application\/json\+oembed" title="[^"]*" href="([^"]*)">/;
    const [, href] = link.exec((await ask(url, deal.path)).text)!;
    const { pathname, search } = new URL(href!.replaceAll('&amp;', '&'));
    const answer = await ask(url, pathname + search);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    const described = jsonOf<Record<string, string>>(answer);
    expect(described).toMatchObject({ type: 'rich', title: deal.dealTitle, provider_url: `${url}/` });
    expect(described['html']).toContain(`src="${url}/embed?deal=${deal.threadId}"`);
    for (const path of ['/', '/popular', '/search?q=lamp']) {
      const address = `url=${encodeURIComponent(url + path)}&amp;format=json`;
      expect(link.exec((await ask(url, path)).text)?.[1], path).toBe(`${url}/web-api/oembed/?${address}`);
    }
    for (const path of ['/about', '/popular?page=2', '/popular?sort=new', '/popular?hideexpired=1', '/search', '/search?q=lamp&sort=price'])
      expect((await ask(url, path)).text, path).not.toMatch(link);
  });

  test('scripts of other sites may read its answers, and nothing else', async () => {
    const origin = { headers: { Origin: 'https://blog.example' } };
    for (const query of [`url=${encodeURIComponent(url + deal.path)}`, '', `format=xml`, 'maxwidth=x'])
      expect((await ask(url, `/web-api/oembed/?${query}`, origin)).headers['access-control-allow-origin'], query).toBe('*');
    for (const path of ['/', deal.path, '/embed?feed=/popular', '/web-api/page/popular', '/web-api/session/', '/popular/_payload.json'])
      expect((await ask(url, path, origin)).headers, path).not.toHaveProperty('access-control-allow-origin');
  });
});
