import { createContext } from 'astro/middleware';
import { pino } from 'pino';
import { describe, expect, test, vi } from 'vitest';
import type { Context } from '../../../src/server/context.ts';
import { formEndpoint, postedUpload, readEndpoint, webApiEndpoint, type Endpoint } from '../../../src/server/http/endpoint.ts';
import { Fault } from '../../../src/server/http/fault.ts';
import { consoleLog } from '../../../src/server/log.ts';

/** Calls an endpoint; its answer, and the lines that the context's log wrote meanwhile. */
async function called(endpoint: Endpoint, address: string, init: RequestInit = {}) {
  const lines: string[] = [];
  const siteUrl = 'http://localhost:4321';
  const log = pino({ base: null }, { write: (line) => void lines.push(line) });
  const context = { log, config: { siteUrl } } as unknown as Context;
  const request = new Request(new URL(address, siteUrl), init);
  const [path] = address.split('?');
  const response = await endpoint(createContext({ request, params: {}, defaultLocale: 'en', locals: { context, path: path! } }));
  return { status: response.status, answer: (await response.json()) as unknown, lines };
}

const fails = readEndpoint(() => {
  throw new Error('the disk\nis full');
});

test('a fault of ours is logged on one line with its method and path, and says nothing of itself to who asked', async () => {
  const { status, answer, lines } = await called(fails, '/comments//replies/%31?key=a-secret');
  expect([status, answer]).toEqual([500, { status: 'error', message: 'A server error occurred while processing your request.' }]);
  expect(lines).toHaveLength(1);
  expect(lines[0]!.trimEnd()).not.toContain('\n');
  expect(lines[0]).not.toContain('a-secret');
  const logged = JSON.parse(lines[0]!) as unknown;
  expect(logged).toMatchObject({ level: 50, method: 'GET', path: '/comments//replies/%31', msg: 'request failed' });
  expect(logged).toMatchObject({ err: { message: 'the disk\nis full', stack: expect.stringContaining('endpoint.test') as string } });
});

test('a call that the database was too slow for may be tried again, and is logged without a stack', async () => {
  const isSlow = readEndpoint(() => {
    throw Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' });
  });
  const { status, answer, lines } = await called(isSlow, '/saved?key=a-secret');
  expect([status, answer]).toEqual([503, { status: 'error', message: 'The site is very busy. Please try again in a moment.' }]);
  const logged = lines.map((line) => JSON.parse(line) as unknown);
  expect(logged).toEqual([
    { level: 50, time: expect.any(Number) as number, method: 'GET', path: '/saved', msg: 'request stopped: the database took too long' },
  ]);
});

test.each([
  ['40P01', 'deadlock detected', 'it and another one waited for each other'],
  ['23503', 'insert or update on table "votes" violates foreign key constraint', 'what it refers to was deleted meanwhile'],
])('a call that another one was in the way of may be tried again, and is logged (%s)', async (code, message, why) => {
  const inTheWay = readEndpoint(() => {
    throw Object.assign(new Error(message), { code });
  });
  const { status, answer, lines } = await called(inTheWay, '/saved?key=a-secret');
  expect([status, answer]).toEqual([503, { status: 'error', message: 'The site is very busy. Please try again in a moment.' }]);
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ path: '/saved', msg: `request stopped: ${why}` }),
  ]);
  expect(lines[0]).toContain('endpoint.test');
});

test.each([
  ['57P01', 'terminating connection due to administrator command'],
  ['57P02', 'the embedded database died amid this'],
  ['ECONNRESET', 'read ECONNRESET'],
  [undefined, 'Connection terminated unexpectedly'],
])('a call whose connection to the database broke may be tried again where it only reads (%s)', async (code, message) => {
  const isCutOff = () => {
    throw Object.assign(new Error(message), { code });
  };
  const read = await called(readEndpoint(isCutOff), '/saved?key=a-secret');
  expect([read.status, read.answer]).toEqual([503, { status: 'error', message: 'The site is very busy. Please try again in a moment.' }]);
  expect(read.lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ path: '/saved', msg: 'request cut off: the connection to the database broke' }),
  ]);
  expect(read.lines[0]).not.toContain('stack');
  const post = { method: 'POST', body: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  expect((await called(formEndpoint(isCutOff), '/saved', post)).status).toBe(500);
});

test('a call that is refused is no fault, and is in the access log alone', async () => {
  const refuses = readEndpoint(() => {
    throw new Fault(403, 'Not from there.');
  });
  expect(await called(refuses, '/click')).toEqual({ status: 403, answer: { status: 'error', message: 'Not from there.' }, lines: [] });
});

test.each([
  [10, 10],
  [40, 0],
])(
  'of an upload of %i MiB, which is too large, %i are received before the answer: a browser reads none while it sends',
  async (size, received) => {
    let pulled = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (pulled === size) return controller.close();
          pulled += 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        },
      },
      { highWaterMark: 0 },
    );
    const headers = { 'Content-Type': 'multipart/form-data; boundary=b', 'Content-Length': String(size * 1024 * 1024) };
    const refusing = postedUpload(({ fault }) => ({ message: fault?.message, pulled }));
    const sent: RequestInit & { duplex: string } = { method: 'POST', body, headers, duplex: 'half' };
    const { answer } = await called(refusing, '/account/avatar', sent);
    expect(answer).toEqual({ message: 'Send a file of at most 2 MiB.', pulled: received });
  },
);

describe('a call for a page', () => {
  const page = webApiEndpoint(() => ({ page: 'all' }));
  const statusOf = async (body: string, headers: Record<string, string> = {}) => {
    const length = { 'Content-Length': String(body.length), 'Content-Type': 'application/json' };
    const { status } = await called(page, '/web-api/page/all', { method: 'POST', body, headers: { ...length, ...headers } });
    return status;
  };

  test('may come with JSON, or without a body', async () => {
    expect(await statusOf('{}')).toBe(200);
    expect(await statusOf('', { 'Content-Type': 'text/plain' })).toBe(200);
    for (const method of ['GET', 'PUT', 'DELETE']) expect((await called(page, '/web-api/page/all', { method })).status, method).toBe(200);
  });

  test('is checked as every call: type, size, origin, input', async () => {
    const foreign = { Origin: 'https://evil.example' };
    const large = `"${'a'.repeat(256 * 1024)}"`;
    expect(await statusOf(large, { 'Content-Type': 'text/plain', ...foreign })).toBe(415);
    expect(await statusOf(large, { 'Content-Encoding': 'gzip', ...foreign })).toBe(415);
    expect(await statusOf('{}', { 'Content-Encoding': 'Identity' })).toBe(200);
    expect(await statusOf(large, foreign)).toBe(413);
    expect(await statusOf('{', foreign)).toBe(403);
    expect(await statusOf('', foreign)).toBe(403);
    expect(await statusOf('{')).toBe(400);
  });
});

test('a form that is compressed is refused, and not read as an empty one', async () => {
  const form = {
    method: 'POST',
    body: 'do=login',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' },
  };
  expect(
    await called(
      formEndpoint(() => ({ success: true })),
      '/forums/login.php',
      form,
    ),
  ).toMatchObject({
    status: 415,
    answer: { status: 'error', message: 'Send this as it is, without a Content-Encoding.' },
  });
});

test('a form whose sender disconnects is no fault of the server', async () => {
  const sent = [Buffer.from('do=log')];
  const body = new ReadableStream({
    pull(controller) {
      const part = sent.shift();
      if (part) controller.enqueue(part);
      else controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
    },
  });
  const form = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
  const { status, lines } = await called(
    formEndpoint(() => ({ success: true })),
    '/forums/login.php',
    form,
  );
  expect([status, lines]).toEqual([400, []]);
});

test('what is not there is told in the words of the error page', async () => {
  const finds = readEndpoint(() => undefined);
  expect((await called(finds, '/click?tid=1')).answer).toMatchObject({ summary: 'Page not found: /click' });
  expect((await called(finds, '/share/1.png')).answer).toMatchObject({ summary: 'Page Not Found: /share/1.png' });
});

test('where no server runs, the console gets the same line', () => {
  const written = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  consoleLog().error({ err: new Error('gone'), path: '/all' }, 'request failed');
  expect(written).toHaveBeenCalledOnce();
  expect(JSON.parse(written.mock.calls[0]![0] as string)).toMatchObject({ path: '/all', msg: 'request failed', err: { message: 'gone' } });
  written.mockRestore();
});
