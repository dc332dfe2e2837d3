import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A server in front of a site, whose service worker and speed are what a test wants them to be. */
export interface SiteFront {
  /** Its origin; another browser storage than the site's own. */
  url: string;
  /** Makes of the site's worker the one that is answered. */
  worker: (script: string) => string;
  /** Pages wait as long as this holds. */
  isSilent: boolean;
  /** Where it is set, pages come in pieces, as on a slow line: they are split `at` it, and each piece waits for what comes after the last one. */
  pieces?: { at: RegExp; afterEach: () => Promise<unknown> };
  close(): Promise<void>;
}

/** Starts a server in front of the site with this origin. */
export async function startSiteFront(siteUrl: string): Promise<SiteFront> {
  const waiting = new Set<ServerResponse>();
  const answer = (asked: IncomingMessage, response: ServerResponse) => {
    const { host: _host, 'accept-encoding': _encoding, ...headers } = asked.headers;
    // To the site its pages come from its own address: what they send is taken.
    if (headers.origin) headers.origin = new URL(siteUrl).origin;
    const onward = request(new URL(asked.url!, siteUrl), { method: asked.method, headers }, async (answered) => {
      const isPage = answered.headers['content-type']?.startsWith('text/html');
      if (isPage && front.isSilent) {
        waiting.add(response);
        return;
      }
      if (isPage && front.pieces) {
        response.writeHead(answered.statusCode!, answered.headers);
        const { at, afterEach } = front.pieces;
        for (const piece of (await text(answered)).split(at)) {
          response.write(piece);
          await afterEach();
        }
        response.end();
        return;
      }
      if (asked.url !== '/sw.js') {
        answered.pipe(response.writeHead(answered.statusCode!, answered.headers));
        return;
      }
      response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' }).end(front.worker(await text(answered)));
    });
    asked.pipe(onward);
  };
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const front: SiteFront = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    worker: (script) => script,
    isSilent: false,
    async close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return front;
}
