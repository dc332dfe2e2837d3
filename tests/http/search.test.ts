import { describe, expect, test } from 'vitest';
import type { DealCard } from '../../src/features/deals/card.ts';
import { required } from '../../src/lib/required.ts';
import { ask, BOT } from '../support/http.ts';
import { settled } from '../support/settled.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

describe('a search page', () => {
  test('is not to be indexed, and has the same data as its call', () =>
    settled(async () => {
      const page = await ask(url, '/search?q=monitor');
      expect(page.status).toBe(200);
      expect(page.text).toContain('<meta name="robots" content="noindex,follow">');
      const called = await ask(url, '/web-api/page/search?q=monitor');
      const { pageData } = JSON.parse(called.text) as { pageData: { items: DealCard[]; total: number } };
      expect(pageData.total).toBeGreaterThan(40);
      for (const { path } of pageData.items) expect(page.text).toContain(`href="${path}"`);
    }));

  test('of an address that was pasted has no filters, which would change nothing, and offers no alert', async () => {
    const { text } = await ask(url, '/web-api/page/search?q=monitor');
    const { pageData } = JSON.parse(text) as { pageData: { items: DealCard[] } };
    const parts = async (q: string) => {
      const page = await ask(url, `/search?q=${encodeURIComponent(q)}`);
      return ['1 deal<', 'data-filters', 'Create deal alert'].map((part) => page.text.includes(part));
    };
    expect(await parts(required(pageData.items[0]?.path, 'a deal'))).toEqual([true, false, false]);
    expect(await parts('monitor')).toEqual([false, true, true]);
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

describe('browsers', () => {
  test('learn from every page how to search the site from their address bar', async () => {
    for (const path of ['/', '/popular', '/search?q=lamp', '/about', '/nothing'])
      expect((await ask(url, path)).text, path).toContain(
        '<link rel="search" type="application/opensearchdescription+xml" title="Magpie" href="/opensearch.xml">',
      );
    const { text } = await ask(url, '/opensearch.xml');
    const template = required(/template="([^"]+)"/.exec(text)?.[1], 'the template');
    const results = await ask(url, template.replace(url, '').replace('{searchTerms}', encodeURIComponent('desk lamp')));
    expect(results.text).toMatch(/<input[^>]*name="q"[^>]*value="desk lamp"/);
    const icon = required(/<Image[^>]*>([^<]+)</.exec(text)?.[1], 'the icon');
    expect((await ask(url, icon.replace(url, ''))).status).toBe(200);
  });
});

describe('a page of results', () => {
  /** What a search shows: its main part, the words of that, and its sections by their headings. */
  const shown = async (query: string) => {
    const { text } = await ask(url, `/search?${query}`);
    const html = required(/<main[^]*<\/main>/.exec(text)?.[0], 'the main part');
    const sections = [...html.matchAll(/<section[^>]*aria-labelledby="(\w+)"[^]*?<\/section>/g)];
    return {
      page: text,
      html,
      words: html.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' '),
      titlesOf: (section: string) =>
        [...(sections.find(([, id]) => id === section)?.[0] ?? '').matchAll(/<h3[^>]*>([^]*?)<\/h3>/g)].map(([, title = '']) => title),
    };
  };

  test('marks what was looked for, tells typos, keeps the words in the box and leads to the category', async () => {
    const { page, html, words, titlesOf } = await shown('q=wireles+moues');
    expect(words).toContain('Showing “wireless” and “mouse”. Search for “wireles” and “moues” instead.');
    const [first = ''] = titlesOf('results');
    expect([...first.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, word = '']) => word.toLowerCase()).toSorted()).toEqual([
      'mouse',
      'wireless',
    ]);
    expect(page).toMatch(/<input[^>]*name="q"[^>]*value="wireles moues"/);
    expect(html).toMatch(/<a[^>]*href="\/category\/mice"[^>]*>See all mice &amp; trackballs/);
  });

  test('takes a price and a discount that are typed among the words, and leaves out a price that is none, which it tells', async () => {
    const typed = await shown('q=graphics+card+under+%24250');
    expect(typed.words).toContain('Price up to $250, because you typed “under $250”');
    expect(typed.titlesOf('results').length).toBeGreaterThan(0);
    const both = await shown('q=graphics+card+at+least+10%25+off+under+%24900');
    expect(both.words).toContain('Price up to $900, because you typed “under $900”; 10% off or more, because you typed “at least 10% off”');
    expect(both.titlesOf('results').length).toBeGreaterThan(0);
    expect((await shown('q=freebies')).words).toContain('Free, because you typed “freebies”');
    const none = await shown('q=lamp&price_max=lots');
    expect(none.words).toContain('“lots” is not a price, and was left out.');
    expect(none.titlesOf('results').length).toBeGreaterThan(0);
  });

  test('without results shows what comes close, drops the filters, or goes on with popular deals', async () => {
    const close = await shown('q=purple+elephant+headphones');
    expect(close.words).toContain('No deals match all of these words.');
    expect(close.words).toContain('These come close');
    expect(close.titlesOf('near')[0]).toMatch(/headphones/i);
    const filtered = await shown('q=monitor&price_max=1');
    expect(filtered.html).toMatch(/<a[^>]*href="\/search\?q=monitor"[^>]*>Search without filters</);
    const range = await shown('q=monitor+200-300');
    expect(range.html).toMatch(
      /<a[^>]*href="\/search\?q=monitor&amp;price_min=200&amp;price_max=300"[^>]*>\s*Search “monitor” at \$200 to \$300\s*</,
    );
    expect((await shown('q=monitor+200-300&price_max=500')).html).not.toContain('$200 to $300');
    const nothing = await shown('q=zzqqxyv');
    expect(nothing.words).toContain('No deals match all of these words.');
    expect(nothing.words).toContain('Popular right now');
    expect(nothing.titlesOf('popular')).toHaveLength(8);
    expect(nothing.titlesOf('popular')[0]).toMatch(/<a href="\/f\/\d+-/);
    const expired = await shown('q=proxyman');
    expect(expired.words).toContain('No deals match, and these offers have expired.');
    expect(expired.words).toContain('Popular right now');
  });

  test('within a forum says so in the box, and is left by a link where there is no script', async () => {
    const { page } = await shown('q=gaming&f=freebies');
    const box = required(/<form[^>]*role="search"[^]*?<\/form>/.exec(page)?.[0], 'the search box');
    expect(box).toContain('>Freebies<');
    expect(box).toMatch(/<noscript>\s*<a[^>]*href="\/search\?q=gaming"/);
  });
});
