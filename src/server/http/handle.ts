import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { clientAddress, logRequest } from './access-log.ts';
import type { StaticFiles } from './static-files.ts';
import { parseTarget, type Target } from './target.ts';

/** Astro's handler of on-demand pages and endpoints. */
export type OnDemand = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void, locals: object) => unknown;

/** What answers once the first release is there. */
export interface Site {
  files: StaticFiles;
  onDemand: OnDemand;
  /** Names and values of headers that every answer carries. */
  headers: readonly string[];
  locals: object;
  /** Host of `SITE_URL`; what a client says its host is counts nowhere. */
  host: string;
  /** The name under which an address is published; undefined when only an on-demand page can answer. */
  publishedName(path: string, query: string): string | undefined;
}

interface Options {
  log: Logger;
  /** Whether a proxy in front names the client. */
  trustProxy: boolean;
  /** The site, or undefined while it is being built. */
  site(): Site | undefined;
  isReady(): Promise<boolean>;
}

const ASSETS = ['/_astro/', '/pictures/'];
const LARGEST_BODY = 256 * 1024;
const NAMED = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Answers a request: health, then what is published, then what Astro renders on demand. */
export function handler({ log, trustProxy, site: current, isReady }: Options) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const target = parseTarget(request.url);
    logRequest(log, request, response, { path: target?.path ?? 'malformed', ip: clientAddress(request, trustProxy) });
    try {
      if (!target) return refuse(response, 400, 'The address is malformed.');
      if (target.path === '/healthz') return say(response, 200, 'alive');
      if (target.path === '/readyz') return (await isReady()) ? say(response, 200, 'ready') : say(response, 503, 'not ready');
      const site = current();
      if (!site) return comeBack(response);
      await answer(site, target, request, response);
    } catch (error) {
      log.error({ err: error, path: target?.path }, 'request failed');
      if (response.headersSent) response.destroy();
      else refuse(response, 500, 'A server error occurred while processing your request.');
    }
  };
}

async function answer(site: Site, { path, query }: Target, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const method = request.method ?? 'GET';
  const reads = method === 'GET' || method === 'HEAD';
  const name = site.publishedName(path, query);
  const file = name === undefined ? undefined : site.files.find(name);
  if (file && reads) return site.files.send(file, request, response);

  for (let index = 0; index < site.headers.length; index += 2) response.setHeader(site.headers[index]!, site.headers[index + 1]!);
  if (ASSETS.some((prefix) => path.startsWith(prefix))) return refuse(response, 404, 'There is no such file.');
  if (!NAMED.has(method)) return refuse(response, 405, 'This method is not known here.', { Allow: 'GET, HEAD, POST' });
  if (file) return refuse(response, 405, 'This page can only be read.', { Allow: 'GET, HEAD' });
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) return refuse(response, 413, 'This is more than can be taken.');

  request.headers.host = site.host;
  // `new URL` would take the x of //x for a host; the page itself reads the path as it was sent.
  if (path.startsWith('//')) request.url = '/-';
  await site.onDemand(request, response, () => refuse(response, 404, 'There is nothing here.'), { ...site.locals, path });
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${text}\n`);
}

/** A protocol fault in the form of contract.md. */
function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(status === 413 && { Connection: 'close' }),
      ...headers,
    })
    .end(JSON.stringify({ status: 'error', message }));
}

function comeBack(response: ServerResponse): void {
  response.setHeader('Retry-After', '10');
  say(response, 503, 'The site is being built. Please come back in a moment.');
}
