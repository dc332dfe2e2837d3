import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerClientError } from '../../../src/server/http/client-errors.ts';

const server = createServer({ headersTimeout: 40, requestTimeout: 80, connectionsCheckingInterval: 20 }, (_request, response) =>
  response.end(),
);
server.on('clientError', answerClientError);
const connections: Socket[] = [];

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => {
  for (const connection of connections) connection.destroy();
  server.close();
});

/** What the server says on a connection until it ends it. */
async function answerTo(sent: string): Promise<string> {
  const connection = connect((server.address() as AddressInfo).port, '127.0.0.1');
  connections.push(connection);
  connection.write(sent);
  return text(connection);
}

test('a connection on which nothing comes is closed without an answer, which a browser would take for that to its next request', async () => {
  expect(await answerTo('')).toBe('');
});

test('who begins a request and does not end it is told that it came too slowly', async () => {
  const answer = await answerTo('GET / HTTP/1.1\r\nHost: localhost\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('{"status":"error","message":"The request came too slowly."}');
});

test('what is no HTTP is told so, and when', async () => {
  const answer = await answerTo('GET\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n[^]*\r\nX-Content-Type-Options: nosniff\r\n/);
  expect(answer).toMatch(/\r\nDate: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT\r\n/);
});
