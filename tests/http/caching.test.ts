import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { ask } from '../support/http.ts';
import { feed } from '../support/pages.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const dealPath = (await feed(url, '/')).items[0]!.path;
const home = await ask(url, '/');
const assets = [...home.text.matchAll(/(?:src|href|component-url)="(\/_astro\/[^"]+)"/g)].map(([, path]) => path!);

/** One of each kind that is compressed. */
const texts = assets.filter((path) => /\.(css|js)$/.test(path)).slice(0, 2);

const encoded = (accept: string, path = '/') => ask(url, path, { headers: { 'Accept-Encoding': accept } });

describe('encodings', () => {
  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=0.8, br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['*', 'br'],
    ['*;q=0, gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['identity', undefined],
    ['deflate', undefined],
  ])('Accept-Encoding: %s is answered in %s', async (accept, expected) => {
    expect((await encoded(accept)).headers['content-encoding']).toBe(expected);
  });

  test('all hold the same content, and say what they depend on', async () => {
    for (const path of ['/', dealPath, '/_payload.json', ...texts])
      await settled(async () => {
        const [plain, gzip, br] = [await ask(url, path), await encoded('gzip', path), await encoded('br', path)];
        expect(gunzipSync(gzip.body).toString(), path).toBe(plain.text);
        expect(brotliDecompressSync(br.body).toString(), path).toBe(plain.text);
        for (const answer of [plain, gzip, br]) {
          expect(answer.headers.vary?.toLowerCase(), path).toContain('accept-encoding');
          expect(answer.headers['content-length'], path).toBe(String(answer.body.length));
        }
        expect(new Set([plain, gzip, br].map(({ headers }) => headers.etag)).size, path).toBe(3);
      });
  });

  test('on-demand pages are compressed too', () =>
    settled(async () => {
      const plain = await ask(url, '/all?sort=price');
      const br = await encoded('br', '/all?sort=price');
      expect(br.headers['content-encoding']).toBe('br');
      expect(brotliDecompressSync(br.body).toString()).toBe(plain.text);
    }));
});

describe('what a browser has already', () => {
  test.each(['/', '/popular?page=2', dealPath, '/all?sort=price', '/_payload.json', assets[0]!])('is not sent again: %s', (path) =>
    settled(async () => {
      const first = await ask(url, path);
      const again = await ask(url, path, { headers: { 'If-None-Match': first.headers.etag! } });
      expect(again.status).toBe(304);
      expect(again.body).toHaveLength(0);
      expect(again.headers['cache-control']).toBe(first.headers['cache-control']);
      const strong = first.headers.etag!.replace(/^W\//, '');
      for (const known of [strong, '*']) expect((await ask(url, path, { headers: { 'If-None-Match': known } })).status, known).toBe(304);
    }),
  );

  test('is sent all the same where it is no reading', async () => {
    const { etag } = (await ask(url, '/web-api/page/all')).headers;
    expect((await ask(url, '/web-api/page/all', { method: 'POST', headers: { 'If-None-Match': etag! } })).status).toBe(200);
  });

  test('is known in whatever encoding it came', () =>
    settled(async () => {
      const { etag } = (await encoded('br')).headers;
      expect((await ask(url, '/', { headers: { 'If-None-Match': `W/${etag}, "other"` } })).status).toBe(304);
    }));

  test('of another page is sent', async () => {
    const other = await ask(url, '/popular');
    expect((await ask(url, '/', { headers: { 'If-None-Match': other.headers.etag! } })).status).toBe(200);
  });
});

describe('HEAD', () => {
  test.each(['/', dealPath, '/all?sort=price', assets[0]!, '/no-such-page'])('has the headers of GET and no body: %s', async (path) => {
    await settled(async () => {
      const [get, head] = [await ask(url, path), await ask(url, path, { method: 'HEAD' })];
      expect(head.status).toBe(get.status);
      expect(head.body).toHaveLength(0);
      for (const name of ['content-type', 'etag', 'cache-control', 'content-security-policy'] as const)
        expect(head.headers[name], name).toBe(get.headers[name]);
    });
  });
});

describe('Cache-Control', () => {
  test('assets never change under their names', async () => {
    expect(assets.length).toBeGreaterThan(0);
    for (const path of assets) {
      const { status, headers } = await ask(url, path);
      expect(status, path).toBe(200);
      expect(headers['cache-control'], path).toBe('public, max-age=31536000, immutable');
    }
  });

  test('an asset that is missing is not kept', async () => {
    const answer = await ask(url, '/_astro/gone.js');
    expect(answer.status).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test.each(['/', '/all', '/all?page=2', '/all?page=9', '/all?sort=price', '/category/computers', '/_payload.json'])(
    'others may keep %s, and ask again',
    async (path) => {
      const { headers } = await ask(url, path);
      expect(headers['cache-control']).toMatch(/^public, (no-cache|max-age=0)/);
    },
  );

  test('others may keep a search for a minute', async () => {
    const { headers } = await ask(url, '/search?q=ssd');
    const [, seconds] = /^public, max-age=(\d+)$/.exec(headers['cache-control'] ?? '') ?? [];
    expect(Number(seconds)).toBeLessThanOrEqual(60);
  });

  test('deals and offers are kept by nobody else', async () => {
    for (const path of [dealPath, `${dealPath}/_payload.json`, '/pco/1'])
      expect((await ask(url, path)).headers['cache-control'], path).toMatch(/private|no-store/);
  });

  test('errors are not kept by others', async () => {
    for (const path of ['/no-such-page', '/f/0', '/all?page=0'])
      expect((await ask(url, path)).headers['cache-control'] ?? '', path).not.toMatch(/max-age=[1-9]/);
  });
});

describe('what makes an app of the site', () => {
  test.each([
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json', 'public, max-age=3600'],
    ['/opensearch.xml', 'application/xml; charset=utf-8', 'public, max-age=3600'],
    ['/icons/icon-192.png', 'image/png', 'public, max-age=3600'],
    ['/icons/apple-touch-icon.png', 'image/png', 'public, max-age=3600'],
    ['/offline', 'text/html; charset=utf-8', 'private, no-cache'],
    ['/hidden-deals', 'text/html; charset=utf-8', 'private, no-cache'],
  ])('%s', async (path, type, cacheControl) => {
    const { status, headers } = await ask(url, path);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, type, cacheControl]);
    expect(headers['content-security-policy']).toContain("worker-src 'self'");
  });

  test('every page names manifest and icons; the worker is for pages with script alone', async () => {
    for (const path of ['/', dealPath, '/about', '/account/log-in', '/nothing']) {
      const { text } = await ask(url, path);
      expect(text, path).toContain('<link rel="manifest" href="/manifest.webmanifest">');
      expect(text, path).toContain('<link rel="apple-touch-icon" href="/icons/apple-touch-icon.png">');
    }
    expect((await ask(url, '/embed?feed=/popular')).text).not.toMatch(/<script|manifest/);
    expect((await ask(url, '/offline')).text).toContain('<meta name="robots" content="noindex,follow">');
    expect((await ask(url, '/sitemap-pages.xml')).text).not.toContain('/offline');
  });
});
