import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask, BOT } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

describe('a search page', () => {
  test('is not to be indexed, and has the same data as its call', async () => {
    const page = await ask(url, '/search?q=monitor');
    expect(page.status).toBe(200);
    expect(page.text).toContain('<meta name="robots" content="noindex,follow">');
    const called = await ask(url, '/web-api/page/search?q=monitor');
    const { pageData } = JSON.parse(called.text) as { pageData: { items: DealCard[]; total: number } };
    expect(pageData.total).toBeGreaterThan(40);
    for (const { path } of pageData.items) expect(page.text).toContain(`href="${path}"`);
  });

  test('may be kept by others for a minute, and never with a session', async () => {
    const control = async (path: string, cookie = '') => (await ask(url, path, { headers: { Cookie: cookie } })).headers['cache-control'];
    for (const path of ['/search?q=lamp', '/search/?q=lamp', '/web-api/page/search?q=lamp']) {
      expect(await control(path), path).toBe('public, max-age=60');
      expect(await control(path, 'style-id=17'), path).toBe('public, max-age=60');
      expect(await control(path, 'style-id=17; session=abc'), path).toBe('private, no-cache');
      expect(await control(path, '__Host-session=abc'), path).toBe('private, no-cache');
    }
  });

  test.each([
    "'",
    '%25',
    '\\',
    "';drop table deals;--",
    '<script>',
    '&|!:*()',
    '😀😀',
    '\u202e',
    '"unclosed',
    '-',
    '..',
    'a'.repeat(3_000),
    'a '.repeat(500),
    '١٢٣',
    '日本語',
    '$1',
    '{}',
    '%s',
  ])('answers %s', async (q) => {
    for (const path of ['/search?q=', '/web-api/page/search?q=', '/search?q=lamp&filters[store][]=', '/search?f=', '/search?price_max=']) {
      expect((await ask(url, path + encodeURIComponent(q))).status, path).toBe(200);
    }
  });

  test('is kept from a network that searches without end, and says when to come back', async () => {
    const headers = { 'X-Forwarded-For': '198.51.100.7' };
    for (let n = 0; n < 600; n++) await ask(url, '/web-api/page/search?page=0', { headers });
    const page = await ask(url, '/search?q=desk+lamp', { headers });
    expect([page.status, page.headers['content-type'], page.headers['cache-control']]).toEqual([
      429,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    expect(page.text).toContain('There were too many searches from your network.');
    expect(page.text).toMatch(/<input[^>]*name="q"[^>]*value="desk lamp"/);
    const bot = await ask(url, '/search?q=lamp', { headers: { ...headers, 'User-Agent': BOT } });
    expect([bot.status, bot.text, Number(bot.headers['retry-after']) > 0]).toEqual([429, '', true]);
    for (const path of ['/web-api/page/search?q=lamp', '/search/_payload.json']) {
      const call = await ask(url, path, { headers });
      expect([call.status, JSON.parse(call.text)], path).toEqual([429, expect.objectContaining({ status: 'error', statusCode: 429 })]);
    }
    // What is published is never limited, and neighbours are not kept from anything.
    expect((await ask(url, '/', { headers })).status).toBe(200);
    expect((await ask(url, '/search?q=lamp', { headers: { 'X-Forwarded-For': '198.51.100.8' } })).status).toBe(200);
  });

  test('past the last page is not there', async () => {
    expect((await ask(url, '/search?q=monitor&page=999')).status).toBe(404);
    expect((await ask(url, '/search?q=monitor&page=0')).status).toBe(404);
  });
});
