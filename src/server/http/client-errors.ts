import type { ServerOptions } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../lib/error-code.ts';

/** Options of the server of requests; times are in ms. Node would answer a request without `Host` by itself, and say nothing: the handler does. */
export const SERVER_OPTIONS: ServerOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 15_000,
  optimizeEmptyRequests: true,
  requireHostHeader: false,
};

/**
 * Answers input that is not HTTP, and so reaches no handler, in the form of a protocol fault (contract.md, Rules for every call), and ends
 * the connection. A connection that was idle for too long is ended without an answer: browsers open connections ahead, and would take the
 * answer for that to a request that they send at the same moment. If it is closed, or answered 408, they send the request again.
 */
export function answerClientError(error: Error, socket: Duplex): void {
  if (!socket.writable) return;
  const isLate = errorCode(error) === 'ERR_HTTP_REQUEST_TIMEOUT';
  if (isLate && socket instanceof Socket && socket.bytesRead === 0) socket.destroy();
  else if (isLate) socket.end(answerOf('408 Request Timeout', 'The request came too slowly.'));
  else socket.end(answerOf('400 Bad Request', 'The request is malformed, or its address or headers are too long.'));
}

function answerOf(status: string, message: string): string {
  const body = JSON.stringify({ status: 'error', message });
  return [
    `HTTP/1.1 ${status}`,
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
