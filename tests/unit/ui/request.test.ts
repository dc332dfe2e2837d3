import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, type Request } from '../../../src/ui/request.ts';
import { RequestError } from '../../../src/ui/request-error.ts';

interface Received {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}
type Answer = (response: ServerResponse, received: Received) => void;

const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  (response) =>
    void response.writeHead(status, headers).end(JSON.stringify(body));
const never: Answer = () => undefined;

let received: Received[];
let answers: Answer[];
let failed: RequestError[];
let request: Request;
let baseUrl: string;
/** Answers in turn, the last one from then on. */
const answering = (...given: Answer[]) => void (answers = given);

const server = createServer(async (incoming, response) => {
  const { method = '', url = '', headers } = incoming;
  const one = { method, url, headers, body: await text(incoming) };
  received.push(one);
  const answer = answers.length > 1 ? answers.shift() : answers[0];
  answer?.(response, one);
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  received = [];
  failed = [];
  request = openClient({ baseUrl, onServerError: (error) => failed.push(error) });
  answering(json({ ok: true }));
});

const form = () => new URLSearchParams({ vote: '1' });
const repeatable = () => ({ body: form(), isRepeatable: true });
/** Resolves once so many requests have arrived. */
const arrived = (count: number) => expect.poll(() => received.length).toBe(count);

describe('a request', () => {
  test('asks for JSON, and returns it', async () => {
    expect(await request('/ask?q=1')).toEqual({ ok: true });
    expect(received).toMatchObject([{ method: 'GET', url: '/ask?q=1', headers: { accept: 'application/json' }, body: '' }]);
  });

  test('sends an object as JSON and a form as a form, with headers of its own', async () => {
    await request('/json', { body: { a: 'ü' }, headers: { 'x-security-token': 't' } });
    await request('/form', { body: form() });
    expect(received).toMatchObject([
      { method: 'POST', headers: { 'content-type': 'application/json', 'x-security-token': 't' }, body: '{"a":"ü"}' },
      { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }, body: 'vote=1' },
    ]);
  });

  test('of an empty answer returns undefined', async () => {
    answering((response) => void response.writeHead(204).end());
    expect(await request('/ask')).toBeUndefined();
  });

  test.each([400, 401, 404, 422, 500, 599])('that is answered %i throws, with what was answered', async (status) => {
    answering(json({ message: 'no' }, status));
    const error: unknown = await request('/ask?q=secret').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ status, answer: { message: 'no' }, message: `/ask answers ${status}` });
    expect(failed).toEqual(status >= 500 ? [error] : []);
  });

  test.each([
    ['cut off', 200, '{"a":'],
    ['a page', 502, '<h1>Bad gateway</h1>'],
  ])('whose JSON is %s throws', async (_what, status, body) => {
    answering((response) => void response.writeHead(status).end(body));
    await expect(request('/ask')).rejects.toMatchObject({ status, answer: undefined });
  });

  test('throws where there is no server', async () => {
    await expect(openClient({ baseUrl: 'http://127.0.0.1:1' })('/ask')).rejects.toThrow(TypeError);
  });
});

describe('another try', () => {
  test.each([408, 409, 425, 429, 500, 502, 503, 504])('follows %i, once, where it does no harm', async (status) => {
    answering(json({}, status, { 'retry-after': '0' }), json({ voted: 1 }));
    expect(await request('/vote', repeatable())).toEqual({ voted: 1 });
    expect(received.map(({ body }) => body)).toEqual(['vote=1', 'vote=1']);
    expect(failed).toEqual([]);
    answering(json({}, status, { 'retry-after': '0' }));
    await expect(request('/vote', repeatable())).rejects.toMatchObject({ status });
    expect(received).toHaveLength(4);
  });

  test.each([400, 403, 404, 501])('does not follow %i', async (status) => {
    answering(json({}, status));
    await expect(request('/vote', repeatable())).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
  });

  test('is not made of what only reads, nor of what must not happen twice', async () => {
    answering(json({}, 503, { 'retry-after': '0' }));
    await expect(request('/ask', { isRepeatable: true })).rejects.toMatchObject({ status: 503 });
    await expect(request('/comment', { body: form() })).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(2);
  });

  test.each(['3', '60', new Date(Date.now() + 3_600_000).toUTCString(), 'soon'])('is not made when the server says %j', async (after) => {
    answering(json({}, 429, { 'retry-after': after }));
    await expect(request('/vote', repeatable())).rejects.toMatchObject({ status: 429 });
    expect(received).toHaveLength(1);
  });

  test('waits as long as the server says', async () => {
    answering(json({}, 429, { 'retry-after': '1' }), json({}));
    const from = performance.now();
    await request('/vote', repeatable());
    expect(performance.now() - from).toBeGreaterThan(950);
  });
});

describe('what takes too long', () => {
  test('is given up', async () => {
    answering(never);
    await expect(request('/slow', { timeoutMs: 30 })).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  test('is given up by whoever asked', async () => {
    answering(never);
    const controller = new AbortController();
    const asked = request('/slow', { signal: controller.signal });
    await arrived(1);
    controller.abort();
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('is given up for a newer request to the same path, and no other', async () => {
    answering(never, never, json({ newest: true }));
    const older = request('/suggest?q=s', { abortsOlder: true });
    // Waited for from the start: on a busy machine it may end before the others have come.
    const other = expect(request('/elsewhere', { abortsOlder: true, timeoutMs: 60 })).rejects.toMatchObject({ name: 'TimeoutError' });
    await arrived(2);
    const newer = request('/suggest?q=so', { abortsOlder: true });
    await expect(older).rejects.toMatchObject({ name: 'AbortError' });
    expect(await newer).toEqual({ newest: true });
    await other;
  });
});

describe('identical requests', () => {
  test('that are under way share one answer', async () => {
    const asked = [request('/ask?q=1'), request('/ask?q=1'), request('/form', { body: form() }), request('/form', { body: form() })];
    expect(await Promise.all(asked)).toHaveLength(4);
    expect(received).toHaveLength(2);
    await request('/ask?q=1');
    expect(received).toHaveLength(3);
  });

  test('share its failure, and the next is sent anew', async () => {
    answering(json({}, 500), json({ ok: true }));
    const asked = await Promise.allSettled([request('/ask'), request('/ask')]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await request('/ask')).toEqual({ ok: true });
  });

  test('are of one method, address and body; one with a signal is of itself', async () => {
    const { signal } = new AbortController();
    const others = [{}, { method: 'POST' as const }, { body: form() }, { body: { vote: '1' } }, { signal }, { signal }];
    await Promise.all(others.map((options) => request('/ask', options)));
    expect(received).toHaveLength(6);
  });
});

describe('calls below /web-api/', () => {
  const from = (pathname: string, search = '') => openClient({ baseUrl, page: () => ({ pathname, search }) });

  test('say on which page they are made and who led there', async () => {
    await from('/popular', '?utm_source=Grüße&sdxt07=a&q=secret&utm_other=x')('/web-api/forum/');
    const { headers } = received[0]!;
    expect(headers['x-page-uri']).toBe('/popular');
    expect(JSON.parse(String(headers['x-attribution']))).toEqual({ utm_source: 'Grüße', sdxt07: 'a' });
  });

  test('say nothing of who led there where nobody did; others say nothing at all', async () => {
    await from('/popular')('/web-api/forum/');
    await from('/popular', '?utm_source=a')('/ajax/getDeal.php');
    expect(received[0]!.headers).not.toHaveProperty('x-attribution');
    expect(Object.keys(received[1]!.headers).filter((name) => name.startsWith('x-'))).toEqual([]);
  });
});
