import { expect, test } from 'vitest';
import type { DealData } from '../../../src/features/deals/detail.ts';
import { ask, BOT, jsonOf } from '../../support/http.ts';
import { register, Visitor } from '../../support/http-visitor.ts';
import { deal, wholeFeed } from '../../support/pages.ts';
import { sharedSite } from '../../support/shared-site.ts';

const { url } = await sharedSite();

test('a member’s page tells since when, and what they posted and said', async () => {
  const deals = await wholeFeed(url, '/category/monitors');
  const pages: DealData[] = [];
  for (const { path } of deals.slice(0, 12)) pages.push(await deal(url, path));
  const { comments } = pages.find((page) => page.comments.length > 0)! as unknown as {
    comments: { userid: number; username: string; postid: number }[];
  };
  const [{ userid, username, postid }] = comments as [{ userid: number; username: string; postid: number }];
  const { status, text, headers } = await ask(url, `/forums/member.php?u=${userid}`);
  expect([status, headers['cache-control']]).toEqual([200, 'private, no-cache']);
  expect(text).toContain(`<h1>${username}</h1>`);
  expect(text).toMatch(/Member since\s+<time/);
  expect(text).toContain(`showpost.php?p=${postid}"`);
});

test('somebody new has a page, too, under whatever name they have now', async () => {
  const visitor = new Visitor(url);
  const { username } = await register(visitor);
  const { user } = jsonOf<{ user: { userid: number } }>(await visitor.get('/web-api/session/'));
  const path = `/forums/member.php?u=${user.userid}`;
  expect((await ask(url, path)).text).toContain(`${username} has not posted a deal yet.`);
  const renamed = `Ada-${Date.now().toString(36)}`;
  await visitor.send('/forums/changeUsername.php', { username: renamed, securitytoken: await visitor.token() });
  expect((await ask(url, path)).text).toContain(`<h1>${renamed}</h1>`);
});

test.each(['', '?u=', '?u=0', '?u=-1', '?u=1.5', '?u=999999999', '?u=9999999999999', '?u=ada', '?u=1%20or%201=1'])(
  'nobody has no page: %s',
  async (query) => {
    const { status, text } = await ask(url, `/forums/member.php${query}`);
    expect(status).toBe(404);
    expect(text).toContain('Page not found: /forums/member.php<');
    expect((await ask(url, `/forums/member.php${query}`, { headers: { 'User-Agent': BOT } })).text).toBe('');
  },
);

test('a photo that is much too large for a picture of a member is refused on the page, and not by a connection that breaks off', async () => {
  const visitor = new Visitor(url);
  await register(visitor);
  const body = `--b\r\nContent-Disposition: form-data; name="avatar"; filename="me.jpg"\r\n\r\n${'x'.repeat(12 * 1024 * 1024)}\r\n--b--\r\n`;
  const { status, headers } = await visitor.post('/account/avatar', body, {
    ...{ 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': String(body.length) },
    ...{ Accept: 'text/html', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' },
  });
  expect([status, headers.location]).toEqual([303, '/forums/profile.php?do=accountsettings']);
  expect((await visitor.get(headers.location!)).text).toContain('Send a file of at most 2 MiB.');
});
