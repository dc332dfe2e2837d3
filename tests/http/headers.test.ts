import { describe, expect, test } from 'vitest';
import type { Reply } from '../../src/features/comments/contracts/replies.ts';
import { ask, sendForm } from '../support/http.ts';
import { deal, feed, wholeFeed } from '../support/pages.ts';
import { ROUTES } from '../support/routes.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const [first] = (await feed(url, '/all')).items;
const { threadId } = (await deal(url, first!.path)).deal;
const discussed = (await wholeFeed(url, '/category/monitors')).find(({ commentCount }) => commentCount > 0)!;
const [comment] = (await deal(url, discussed.path)).comments as Reply[];

/** Answers of every kind: routes, errors, what is published, made on demand, and forms without script. */
const PATHS = [
  ...new Set(ROUTES.map(({ path }) => path)),
  ...[first!.path, '/all?page=2', '/all?sort=price', '/search?q=ssd', '/popular/_payload.json', '/category/computers/feed.xml', '/500'],
  ...['/store/unknown/feed.xml', '/_payload.json', '/web-api/page/nothing', '/speculation-rules.json', '/sitemap-deals-1.xml'],
  ...['/?do=resetpassword&hash=x', '/%', '/_astro/nothing.js', `/comments/replies/${threadId}`],
];

describe('text says how it is encoded', () => {
  test.each(PATHS)('%s', async (path) => {
    const { headers, body } = await ask(url, path);
    const type = headers['content-type'] ?? '';
    if (body.length > 0) expect(type).not.toBe('');
    if (/^text\/|\/json|[/+]xml/.test(type) && !type.startsWith('image/')) expect(type.toLowerCase()).toMatch(/; charset=utf-8$/);
  });

  test('the answers to forms too', async () => {
    for (const path of ['/forums/login.php', '/forums/newreply.php', '/account/log-in', '/about', '/nothing']) {
      const { headers } = await sendForm(url, path, { do: 'login' }, { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' });
      expect(headers['content-type'] ?? 'nothing; charset=utf-8', path).toMatch(/; charset=utf-8$/);
    }
  });
});

describe('what leads on says who may keep that', () => {
  const moved = `/f/${threadId}-another-title`;
  test.each([
    [moved, 301, 'private, no-cache'],
    [`${moved}/`, 301, 'private, no-cache'],
    [`/f/${threadId}`, 301, 'private, no-cache'],
    [`${first!.path}?from-reply=987654321`, 301, 'private, no-cache'],
    [`/forums/showpost.php?p=${comment!.postid}`, 302, 'private, no-cache'],
    [`/click?tid=${threadId}`, 302, 'no-store'],
    ['/forums/profile.php?do=accountsettings', 303, 'no-store'],
    ['/account/download', 303, 'no-store'],
    ['/account/moderation', 303, 'no-store'],
  ])('%s', async (path, status, cacheControl) => {
    const answer = await ask(url, path);
    expect([answer.status, answer.headers['cache-control']]).toEqual([status, cacheControl]);
  });

  test('every route does', async () => {
    for (const { path } of ROUTES.filter(({ answers }) => answers >= 300 && answers < 400))
      expect((await ask(url, path)).headers['cache-control'], path).toMatch(/no-store|no-cache/);
  });

  test('a form without script is answered by a redirect that nobody keeps', async () => {
    const { status, headers } = await sendForm(
      url,
      '/forums/login.php',
      { do: 'login', vb_login_username: 'nobody', vb_login_password: 'nothing' },
      { Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate' },
    );
    expect([status, headers['cache-control']]).toEqual([303, 'no-store']);
  });
});
