import { inject } from 'light-my-request';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SERVER_OPTIONS } from '../../../src/server/http/client-errors.ts';
import { handler, type Site } from '../../../src/server/http/handle.ts';
import { EMBED_POLICY } from '../../../src/server/http/security-headers.ts';
import { StaticFiles } from '../../../src/server/http/static-files.ts';

const FILE = { file: '/nowhere', type: 'text/html', digest: 'd', cacheControl: 'private, no-cache', sizes: { identity: 4 } };

const OURS = `default-src 'self'; frame-ancestors 'self'`;

/** A site with one published page, and the locals that on-demand pages were asked for with. */
function site(isReady: () => Promise<boolean> = () => Promise.resolve(true)) {
  const asked: { fresh?: boolean }[] = [];
  const methods: (string | undefined)[] = [];
  const addresses: (string | undefined)[] = [];
  const shown: Site = {
    files: new StaticFiles(
      [
        ['/f/1-a-lamp', FILE],
        ['/f/1-a-lamp/_payload.json', { ...FILE, type: 'application/json; charset=utf-8' }],
      ],
      [],
    ),
    onDemand: ({ method, url }, response, _next, locals) => {
      asked.push(locals);
      methods.push(method);
      addresses.push(url);
      response.end('made on demand');
    },
    headers: ['Content-Security-Policy', OURS],
    locals: {},
    host: 'localhost',
    publishedName: (path) => path,
    sendsOrigin: false,
    takeFresh: (_path, cookies) => cookies?.includes('fresh=1') ?? false,
  };
  const answer = handler({
    ...{ log: pino({ enabled: false }), logRequest: () => undefined, site: () => shown, isReady },
    describeRequest: (request, path) => ({ method: request.method, path, ip: '10.1.2.3', began: 0 }),
  });
  const ask = (method: 'GET' | 'HEAD' | 'POST' | 'PROPFIND' | 'REPORT' | 'TRACE', url: string, cookie: string, payload = '') =>
    inject((request, response) => answer(request, response), {
      // Node takes more methods than inject knows of.
      ...{ method: method as 'GET', url, headers: { Cookie: cookie, 'If-None-Match': '"d-identity"' } },
      ...(payload && { payload }),
    });
  return { asked, methods, addresses, ask, answer };
}

test('a published page is made on demand for who has just written something, and marked as theirs alone', async () => {
  const { asked, ask } = site();
  expect((await ask('GET', '/f/1-a-lamp', 'fresh=1')).payload).toBe('made on demand');
  expect((await ask('HEAD', '/f/1-a-lamp', 'fresh=1')).statusCode).toBe(200);
  expect(asked).toEqual([expect.objectContaining({ fresh: true }), expect.objectContaining({ fresh: true })]);
});

test('while the database does not answer they get it as it is published', async () => {
  const { asked, ask } = site(() => Promise.resolve(false));
  expect((await ask('GET', '/f/1-a-lamp', 'fresh=1')).statusCode).toBe(304);
  expect(asked).toEqual([]);
});

test('everybody else is answered from the file', async () => {
  const { asked, ask } = site();
  expect((await ask('GET', '/f/1-a-lamp', 'session=abc')).statusCode).toBe(304);
  expect(asked).toEqual([]);
});

test('data beside a page is no result for search engines; the page is', async () => {
  const { ask } = site();
  expect((await ask('GET', '/f/1-a-lamp/_payload.json', '')).headers['x-robots-tag']).toBe('noindex');
  expect((await ask('GET', '/f/1-a-lamp', '')).headers).not.toHaveProperty('x-robots-tag');
});

test('what is not published is on demand as ever, and a published page cannot be written to', async () => {
  const { asked, ask } = site();
  expect((await ask('GET', '/f/2-a-rug', 'fresh=1')).payload).toBe('made on demand');
  expect(asked).toEqual([expect.objectContaining({ fresh: false })]);
  expect((await ask('POST', '/f/1-a-lamp', 'fresh=1')).statusCode).toBe(405);
});

test('whatever the method, an address itself says what it takes', async () => {
  const { methods, ask } = site();
  for (const method of ['PROPFIND', 'REPORT', 'TRACE'] as const) {
    expect((await ask(method, '/web-api/page/popular', '')).payload, method).toBe('made on demand');
    const published = await ask(method, '/f/1-a-lamp', '');
    expect([published.statusCode, published.headers.allow], method).toEqual([405, 'GET, HEAD']);
  }
  // No Request can be a TRACE.
  expect(methods).toEqual(['PROPFIND', 'REPORT', 'OPTIONS']);
});

test('a call says itself what is wrong with a large body, and nobody waits for what is left of it', async () => {
  const { ask } = site();
  const large = await ask('POST', '/forums/login.php', '', 'a'.repeat(256 * 1024 + 1));
  expect([large.payload, large.headers.connection]).toEqual(['made on demand', 'close']);
  expect((await ask('POST', '/forums/login.php', '', 'a=1')).headers.connection).not.toBe('close');
});

test('other sites may frame the embed alone', async () => {
  const { ask } = site();
  const policyOf = async (url: string) => (await ask('GET', url, '')).headers['content-security-policy'];
  for (const url of ['/embed', '/embed/', '/embed?deal=1']) expect(await policyOf(url), url).toBe(EMBED_POLICY);
  for (const url of ['/', '/embed/1', '/embedded', '/%65mbed', '//embed', '/f/embed', '/?/embed'])
    expect(await policyOf(url), url).toBe(OURS);
  expect(EMBED_POLICY).toMatch(/^default-src 'none';.*; frame-ancestors \*$/);
  expect(EMBED_POLICY).not.toMatch(/script|unsafe/);
});

test.each([
  ['/healthz', 200],
  ['/readyz', 200],
  ['/%', 400],
])('%s has the headers of every answer, too', async (url, status) => {
  const { ask } = site();
  const { statusCode, headers } = await ask('GET', url, '');
  expect([statusCode, headers['content-security-policy']]).toEqual([status, OURS]);
});

/** A server of such a site, by what it says to the lines of a request. */
async function listening({ answer }: Pick<ReturnType<typeof site>, 'answer'> = site()) {
  const server = createServer(SERVER_OPTIONS, answer);
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (sent: string) => {
    const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
    connection.write(`${sent}\r\nConnection: close\r\n\r\n`);
    return text(connection);
  };
}

test('a request that says no host, two, or none that can be is malformed, as it is told', async () => {
  const told = await listening();
  const answer = await told('GET /healthz HTTP/1.1');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*Content-Type: application\/json; charset=utf-8\r\n/);
  expect(answer).toContain('{"status":"error","message":"The address is malformed."}');
  expect(answer).toContain(OURS);
  // Where no host has to be said.
  expect(await told('GET /healthz HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  for (const host of ['localhost', 'deals_1.example:80', '[::1]:4321', '127.0.0.1:', ''])
    expect(await told(`GET /healthz HTTP/1.1\r\nHost: ${host}`), host).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  for (const host of ['a b', 'a/b', 'user@localhost', 'localhost:x', 'localhost\r\nhost: localhost'])
    expect(await told(`GET /healthz HTTP/1.1\r\nHost: ${host}`), host).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('a whole address of this host is taken like its path, one of another host is not', async () => {
  const told = await listening();
  expect(await told('GET http://localhost/healthz HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(await told('GET http://localhost/popular?sort=new HTTP/1.1\r\nHost: localhost')).toContain('made on demand');
  expect(await told('GET http://evil.example/healthz HTTP/1.1\r\nHost: localhost')).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
});

test('while the first release is built browsers get a page that tries again, and calls get JSON', async () => {
  const answer = handler({
    ...{ log: pino({ enabled: false }), logRequest: () => undefined, site: () => undefined, isReady: async () => false },
    describeRequest: (request, path) => ({ method: request.method, path, ip: '10.1.2.3', began: 0 }),
  });
  const ask = (url: string, accept: string, method: 'GET' | 'POST' = 'GET') =>
    inject((request, response) => answer(request, response), { url, method, headers: { Accept: accept } });
  const page = await ask('/popular', 'text/html,*/*;q=0.8');
  expect([page.statusCode, page.headers['content-type'], page.headers.refresh]).toEqual([503, 'text/html; charset=utf-8', '5']);
  expect(page.payload).toContain('<h1>The site is being built</h1>');
  // What was typed into a form would be lost by that: its page waits for the visitor to send it again.
  const form = await ask('/desk/deals', 'text/html,*/*;q=0.8', 'POST');
  expect([form.statusCode, form.headers.refresh]).toEqual([503, undefined]);
  expect(form.payload).toContain('Reload this page in a moment to send it again.');
  for (const url of ['/popular', '/readyz'])
    expect((await ask(url, '*/*')).headers, url).toMatchObject({ 'x-content-type-options': 'nosniff' });
  const call = await ask('/web-api/session/', 'application/json');
  expect([call.statusCode, call.headers['content-type'], call.headers.refresh]).toEqual([
    503,
    'application/json; charset=utf-8',
    undefined,
  ]);
  expect(call.json()).toEqual({ status: 'error', message: 'The site is being built. Please come back in a moment.' });
});

test('a path that was encoded again and again costs no more than another one', async () => {
  const { ask } = site();
  const decode = vi.spyOn(globalThis, 'decodeURIComponent');
  onTestFinished(() => decode.mockRestore());
  await ask('GET', `/a/%${'25'.repeat(3_000)}`, '');
  expect(decode).toHaveBeenCalledOnce();
});

test.each([
  '/_image?href=/favicon.svg',
  '/%5Fimage?href=/favicon.svg',
  '/%255Fimage?href=/favicon.svg',
  '/x/../_image?href=/favicon.svg',
  '/x/%2e%2E/_image?href=/favicon.svg',
  '/./_image?href=/favicon.svg',
  '/a/.%2e',
])('what Astro would answer by itself, or by another path than was sent, is no page: %s', async (path) => {
  const { addresses, ...shown } = site();
  const told = await listening(shown);
  expect(await told(`GET ${path} HTTP/1.1\r\nHost: localhost`)).toContain('made on demand');
  expect(addresses).toEqual(['/-']);
});

test('a segment that only begins with dots is one like others', async () => {
  const { addresses, ask } = site();
  for (const path of ['/...', '/.well-known/x', '/a/..b', '/all?q=/../_image']) await ask('GET', path, '');
  expect(addresses).toEqual(['/...', '/.well-known/x', '/a/..b', '/all?q=/../_image']);
});
