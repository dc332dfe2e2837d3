import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask, jsonOf } from '../support/http.ts';
import { sharedSite } from '../support/shared-site.ts';
import { siteCommand } from '../support/site-command.ts';

const { url, dataDir } = await sharedSite();
const NAME = 'http-partner';
const partner = async (...args: string[]) => (await siteCommand({ DATA_DIR: dataDir, SITE_URL: url }, 'partner', ...args)).output;
const keyIn = (output: string) => /\/syndicated\?key=([\w-]{43})/.exec(output)![1]!;

let key: string;
beforeAll(async () => {
  key = keyIn(await partner('add', NAME, '--site', 'https://partner.example', '--feeds', '/popular,/all'));
});
afterAll(() => partner('remove', NAME));

const show = (query: string, headers: Record<string, string> = {}) => ask(url, `/syndicated?key=${key}&${query}`, { headers });

test('a partner’s page runs no script, sets no cookie, and shows in frames of the partner’s site alone', async () => {
  const { status, headers, text } = await show('feed=/popular&count=3', { Cookie: 'session=abc; style-id=17' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self' https://partner.example`,
    'cache-control': 'private, max-age=60',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.toHaveProperty('set-cookie');
  expect(headers).not.toHaveProperty('x-frame-options');
  expect(text).not.toMatch(/<script|<style|<form|<input|<header|<[^>]+\s(?:style|on[a-z]+)="/);
  expect(text).toContain('<meta name="robots" content="noindex">');
  expect(text).toContain(`<link rel="canonical" href="${url}/popular">`);
  expect(text).not.toContain(key);
});

test('each of its links leads through this site, and says from whom', async () => {
  const { text } = await show('feed=/popular&count=3');
  const links = [...text.matchAll(/<a [^>]*href="([^"]+)"[^>]*>/g)].map(([, href]) =>
    href!.replaceAll('&#38;', '&').replaceAll('&amp;', '&'),
  );
  expect(links).toHaveLength(8);
  for (const link of links)
    expect(link).toMatch(
      new RegExp(`^${url}/(?:click\\?tid=\\d+&u1=${NAME}&sn=%2Fsyndicated&lno=[123]|[^?]*\\?utm_source=${NAME}&utm_medium=syndication)$`),
    );
  expect(text).toMatch(/Deals by/);
  for (const link of links.slice(0, 3)) expect([200, 302]).toContain((await ask(url, link.slice(url.length))).status);
});

test('programs get JSON and RSS', async () => {
  const json = await show('format=json&count=2');
  expect([json.status, json.headers['content-type'], json.headers['cache-control']]).toEqual([
    200,
    'application/json; charset=utf-8',
    'private, max-age=60',
  ]);
  expect(jsonOf<{ items: object[] }>(json).items).toHaveLength(2);
  const rss = await show('format=rss&count=2');
  expect([rss.status, rss.headers['content-type']]).toEqual([200, 'application/rss+xml; charset=utf-8']);
});

test('says in a sentence why it shows nothing, on a page that nobody else may frame', async () => {
  const wrong = await ask(url, '/syndicated?key=wrong');
  expect([wrong.status, wrong.headers['cache-control']]).toEqual([403, 'no-store']);
  expect(wrong.headers['content-security-policy']).toMatch(/frame-ancestors 'self'$/);
  expect(wrong.text).toContain('the key in its address is missing, wrong or has ended.');
  expect((await show('feed=/store/nobody')).status).toBe(404);
  expect((await show('feed=/browse/coupons')).status).toBe(403);
});

test('a new key ends the one before', async () => {
  const before = key;
  key = keyIn(await partner('renew', NAME));
  expect((await ask(url, `/syndicated?key=${before}`)).status).toBe(403);
  expect((await show('')).status).toBe(200);
});
