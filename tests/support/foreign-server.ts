import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach } from 'vitest';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;
type Answer = Buffer | string | number | Respond;

/** A server on this machine that plays a foreign one. */
export interface ForeignServer {
  /** Origin. */
  url: string;
  /** Host with its port, as `FETCH_PRIVATE_HOSTS` names it. */
  host: string;
  /** Paths that were asked for, in order. */
  asked: string[];
  /** Lets a path answer with a body, a status, or by a function; a list answers one after the other, the last one for good. */
  answers: Map<string, Answer | Answer[]>;
}

/** Starts servers that end with the test. @param host such as `::1` */
export function useForeignServers(): (host?: string) => Promise<ForeignServer> {
  const ends: (() => void)[] = [];
  afterEach(() => ends.splice(0).forEach((end) => end()));
  return async (host = '127.0.0.1') => {
    const asked: string[] = [];
    const answers: ForeignServer['answers'] = new Map();
    const server = createServer((request, response) => {
      const path = request.url ?? '/';
      asked.push(path);
      const given = answers.get(path) ?? 404;
      const answer = Array.isArray(given) ? (given.length > 1 ? given.shift() : given[0]) : given;
      if (typeof answer === 'function') answer(request, response);
      else if (typeof answer === 'number') response.writeHead(answer).end();
      // A generic type, because the content type must not matter.
      else response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).end(answer);
    });
    server.listen(0, host);
    await once(server, 'listening');
    ends.push(() => {
      server.closeAllConnections();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    const named = host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
    return { url: `http://${named}`, host: named, asked, answers };
  };
}

/** An answer that redirects. */
export const redirect =
  (location: string, status = 302): Respond =>
  (_request, response) =>
    response.writeHead(status, { Location: location }).end();
