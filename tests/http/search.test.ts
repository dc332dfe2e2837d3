import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { ask } from '../support/http.ts';
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

  test('past the last page is not there', async () => {
    expect((await ask(url, '/search?q=monitor&page=999')).status).toBe(404);
    expect((await ask(url, '/search?q=monitor&page=0')).status).toBe(404);
  });
});
