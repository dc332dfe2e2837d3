import type { Duplex } from 'node:stream';

const BODY = JSON.stringify({ status: 'error', message: 'The request is malformed, or its address or headers are too long.' });
const ANSWER = [
  'HTTP/1.1 400 Bad Request',
  'Content-Type: application/json; charset=utf-8',
  `Content-Length: ${BODY.length}`,
  'Cache-Control: no-store',
  'Connection: close',
  '',
  BODY,
].join('\r\n');

/** Answers what is no HTTP, and so gets to no handler, in the form of a protocol fault (contract.md, Rules for every call), and ends the connection. */
export function answerClientError(_error: Error, socket: Duplex): void {
  if (socket.writable) socket.end(ANSWER);
}
