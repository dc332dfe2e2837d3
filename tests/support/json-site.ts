import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface JsonAsked {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
}

/** What is answered: JSON, 200 unless told otherwise; a text is sent as it is; undefined never answers. */
export type JsonAnswer = { status?: number; json: unknown } | { status?: number; text: string } | undefined;

export interface JsonSite {
  url: string;
  asked: JsonAsked[];
  stop(): Promise<void>;
}

/** A server of somebody else's on a free port of this machine. */
export async function openJsonSite(answer: (asked: JsonAsked) => JsonAnswer | Promise<JsonAnswer>): Promise<JsonSite> {
  const asked: JsonAsked[] = [];
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const now = { method: request.method ?? '', path, query, form: new URLSearchParams(await text(request)) };
    asked.push(now);
    const told = await answer(now);
    if (!told) return;
    response.writeHead(told.status ?? 200, { 'Content-Type': 'application/json' });
    response.end('json' in told ? JSON.stringify(told.json) : told.text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
