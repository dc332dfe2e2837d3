import { describe, expect, test } from 'vitest';
import { ask, BOT, jsonOf } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();

/** Paths of the catch-all, which no route takes. */
const UNKNOWN = [
  ...['/store/unknown', '/store/unknown/', '/brand/unknown', '/category', '/browse/', '/POPULAR', '/F/1', '/%66/1', '/index.html'],
  ...['/category/unknown/feed.xml', '/store/unknown/feed.xml/', '/nothing/feed.xml', '/feed.xml/feed.xml', '/popular/more/feed.xml'],
  ...['/nothing%2Ffeed.xml', '/n%C3%B6/feed.xml', '/CATEGORY/computers/feed.xml', '/all/feed.XML', '/robots.txt/', '/a/../b', '/%2e%2e/x'],
  ...['//', '///', '//x', '//feed.xml', '//x/feed.xml', '/popular//', '/popular//feed.xml', '/a//b', '//f/1', '/%20', '/%252F'],
  // What Astro would answer by itself.
  ...[
    '/404',
    '/404/',
    '/413',
    '/500',
    '/_image',
    '/_image/',
    '/_image?href=/favicon.svg',
    '/_image?href=http://localhost/x.png&w=9&f=webp',
    '/a/../_image?href=/favicon.svg&w=9&f=webp',
    '/a/%2E%2e/_image?href=/favicon.svg&w=9&f=webp',
    '/./_server-islands/Header',
    '/a/../web-api/session/',
  ],
  ...[
    '/%5Fimage?href=/favicon.svg',
    '/%255Fimage?href=/favicon.svg',
    '/_server-islands/Header',
    '/_server-islands',
    '/_actions/vote',
    '/_actions',
  ],
  ...['/@fs/etc/passwd', '/@id/x', '/@vite/client', '/node_modules/astro/package.json', '/src/pages/index.astro', '/_astro'],
];

/** Unknown paths below the first segment of a route. */
const RESERVED = [
  ...[
    '/f',
    '/f/',
    '/f/0',
    '/f/99',
    '/f/99/feed.xml',
    '/f/a/b',
    '/f//1',
    '/pco',
    '/pco/1x',
    '/pco/99999999',
    '/search/feed.xml',
    '/search//',
  ],
  ...['/account', '/account/nothing', '/account/feed.xml', '/account//log-in', '/opt-in/cookie', '/opt-out/cookie', '/opt-in/feed.xml'],
  ...['/embed', '/embed/feed.xml', '/syndicated/feed.xml', '/debug/x', '/debug/feed.xml', '/forums/feed.xml', '/forums/x.php'],
  ...['/forums/member.php', '/forums/showpost.php?p=99999999', '/ajax/x.php', '/ajax/feed.xml', '/comments'],
  ...['/comments/feed.xml', '/auth/x', '/auth/feed.xml', '/facebook/x', '/facebook/feed.xml', '/security/x', '/security/feed.xml'],
  ...['/profile/x', '/profile/feed.xml', '/click/x', '/click/feed.xml', '/click?tid=99999999', '/click?pcoid=0'],
];

/** What the error page says for a path, as its HTML has it. */
const told = (message: string, sent: string) => `${message}: ${sent.split('?')[0]!.replaceAll('&', '&amp;')}<`;

describe.each([
  { message: 'Page Not Found', paths: UNKNOWN },
  { message: 'Page not found', paths: RESERVED },
])('“$message”', ({ message, paths }) => {
  test.each(paths)('is the page of %s', async (path) => {
    const { status, headers, text } = await ask(url, path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(text).toContain(told(message, path));
    expect(headers['cache-control']).toMatch(/no-cache|no-store/);
  });

  test('comes without a body to bots, and to who asks for the head alone', async () => {
    for (const path of paths) {
      const bot = await ask(url, path, { headers: { 'User-Agent': BOT } });
      const head = await ask(url, path, { method: 'HEAD' });
      expect([path, bot.status, bot.text, head.status, head.text]).toEqual([path, 404, '', 404, '']);
    }
  });
});

describe('the JSON of what is not there', () => {
  test.each([
    ['/nothing/_payload.json', 'Page Not Found'],
    ['/store/unknown/_payload.json', 'Page Not Found'],
    ['/popular//_payload.json', 'Page Not Found'],
    ['//_payload.json', 'Page Not Found'],
    ['/f/_payload.json', 'Page not found'],
    ['/f/99/_payload.json', 'Page not found'],
    ['/account/_payload.json?page=1', 'Page not found'],
    ['/web-api/nothing', 'Page not found'],
    ['/web-api/feed.xml', 'Page not found'],
    ['/web-api/_payload.json', 'Page not found'],
    ['/web-api//page/popular', 'Page not found'],
    ['/profile/avatar/nobody', 'Page not found'],
    ['/share/99999999.png', 'Page Not Found'],
    ['/sitemap-nothing.xml', 'Page Not Found'],
    ['/_astro/nothing.js', 'Page Not Found'],
  ])('%s has its message as the summary', async (path, message) => {
    const answer = await ask(url, path);
    expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    expect(jsonOf(answer)).toMatchObject({ summary: `${message}: ${path.split('?')[0]}` });
  });

  test('is told of the page that was asked for by /web-api/page', async () => {
    expect(jsonOf(await ask(url, '/web-api/page/nothing'))).toMatchObject({ summary: 'Page Not Found: /nothing' });
    expect(jsonOf(await ask(url, '/web-api/page/f/99'))).toMatchObject({ summary: 'Page not found: /f/99' });
  });
});
