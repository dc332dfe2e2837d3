import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { ask, FORM, jsonOf } from '../support/http.ts';
import { pageKinds } from '../support/pages.ts';
import { sharedSite } from '../support/shared-site.ts';

const { url } = await sharedSite();
const kinds = Object.entries(await pageKinds(url));

const policyOf = async (path: string) => String((await ask(url, path)).headers['content-security-policy']);
const hashOf = (content: string) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

describe('security headers', () => {
  test.each([
    ...kinds.map(([, path]) => path),
    '/_payload.json',
    '/feed.xml',
    '/web-api/session/',
    '/forums/sdthreadrate_ajax.php',
    '/click',
  ])('stand on every answer: %s', async (path) => {
    const { headers } = await ask(url, path);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': path.startsWith('/account/') ? 'no-referrer' : 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('x-powered-by');
    // The tests' site is not https.
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('Content-Security-Policy', () => {
  test('is one for all pages and allows nothing inline by itself', async () => {
    const policies = new Set<string>();
    for (const [, path] of kinds) policies.add(await policyOf(path));
    expect(policies.size).toBe(1);
    const [policy] = policies;
    expect(policy).toContain(`default-src 'self'`);
    expect(policy).toContain(`object-src 'none'`);
    expect(policy).toContain(`frame-ancestors 'self'`);
    expect(policy).not.toMatch(/unsafe|\*/);
  });

  test.each(kinds)('names every inline script and style: %s (%s)', async (_kind, path) => {
    const { text: html, headers } = await ask(url, path);
    const policy = headers['content-security-policy'] as string;
    const scripts = [...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g)];
    const styles = [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)];
    for (const [, content] of [...scripts, ...styles]) expect(policy, content!.slice(0, 100)).toContain(hashOf(content!));
    expect(html).not.toMatch(/<[^>]+\sstyle="/);
    expect(html).not.toMatch(/<[^>]+\son[a-z]+="/);
    expect(html).not.toContain('javascript:');
  });
});

describe('methods', () => {
  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND'])('a page can only be read: %s', async (method) => {
    for (const path of ['/', '/all?page=2', '/all?sort=price', '/about']) {
      const answer = await ask(url, path, { method, body: '' });
      expect(answer.status, path).toBe(405);
      expect(answer.headers.allow, path).toBe('GET, HEAD');
      expect(jsonOf(answer), path).toMatchObject({ status: 'error' });
    }
  });

  test.each(['/feed.xml', '/robots.txt', '/sitemap-index.xml', '/click', '/share/site.png'])('%s can only be read', async (path) => {
    const answer = await ask(url, path, { method: 'POST', body: 'a=1', headers: { 'Content-Type': FORM, Origin: url } });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('sizes', () => {
  test('more than 256 KiB is refused before it is read', async () => {
    for (const [path, status] of [
      ['/web-api/events/', 413],
      ['/web-api/page/all', 413],
      ['/web-api/session/', 405],
      ['/forums/login.php', 415],
    ] as const) {
      const large = { method: 'POST', body: 'a'.repeat(256 * 1024 + 1), headers: { 'Content-Type': 'application/json' } };
      const answer = await ask(url, path, large);
      expect([answer.status, answer.headers.connection], path).toEqual([status, 'close']);
      expect(jsonOf(answer)).toMatchObject({ status: 'error' });
    }
  });

  test('headers that never end are cut off', async () => {
    const answer = await raw(`GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(100_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test('what is not HTTP is answered 400', async () => {
    expect(await raw('nonsense\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});

describe('the Host header', () => {
  test('counts nowhere', async () => {
    for (const path of ['/', '/all?sort=price', '/feed.xml', '/sitemap-index.xml', '/robots.txt', '/f/0']) {
      const { text: body } = await ask(url, path, { headers: { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' } });
      expect(body, path).not.toContain('evil.example');
    }
  });
});

test.each([
  ['no method of HTTP', 'NO HTTP / AT ALL\r\n\r\n'],
  ['a header of 20 KiB', `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'a'.repeat(20_480)}\r\n\r\n`],
])('%s is answered as any malformed request', async (_what, bytes) => {
  const [head = '', body = ''] = (await raw(bytes)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 400 .*\bContent-Type: application\/json/s);
  expect(JSON.parse(body)).toMatchObject({ status: 'error' });
});

/** Writes bytes to the site's port and gives what comes back until it closes. */
function raw(bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.end(bytes);
  return text(socket);
}
