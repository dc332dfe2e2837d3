import type { IncomingMessage, ServerResponse } from 'node:http';
import type { LoggedRequest, Log } from './access-log.ts';
import { LARGEST_JSON } from './body.ts';
import { answerBuilding } from './building.ts';
import { notFoundMessage } from '../../lib/not-found.ts';
import { networkOf } from './network.ts';
import { reads } from './reads.ts';
import { hidesReferrer } from './referrer-policy.ts';
import { EMBED_POLICY, FIXED_HEADERS, isEmbeddable } from './security-headers.ts';
import { requestScope } from '../request-scope.ts';
import { rawHeader, type StaticFile, type StaticFiles } from './static-files.ts';
import { originForm, parseTarget, type Target } from './target.ts';

/** Astro's handler of on-demand pages and endpoints. */
export type OnDemand = (request: IncomingMessage, response: ServerResponse, next: (error?: unknown) => void, locals: object) => unknown;

/** What answers requests once there is a release. */
export interface Site {
  files: StaticFiles;
  onDemand: OnDemand;
  /** Names and values of headers that every answer carries; embeddable pages have another Content-Security-Policy. */
  headers: readonly string[];
  locals: object;
  /** Host of `SITE_URL`; the `Host` header of a request is not trusted. */
  host: string;
  /** The name under which an address is published; undefined when only an on-demand page can answer. */
  publishedName(path: string, query: string): string | undefined;
  /** Whether a published page lacks what the visitor has just written, so that it is made on demand, which counts against a limit. */
  takeFresh(path: string, cookies: string | undefined, ip: string): boolean;
  /** Whether third-party sign-in buttons or a captcha are configured, which need the site's origin in the referrer. */
  sendsOrigin: boolean;
}

interface Options extends Omit<Log, 'end'> {
  /** The site, or undefined while it is being built. */
  site(): Site | undefined;
  /** Whether the database answers; false where it takes long (`openHealthCheck`). */
  isReady(): Promise<boolean>;
}

const ASSETS = ['/_astro/', '/pictures/'];
/**
 * Routes that Astro would answer itself, ahead of any page: its image service, server islands, actions and error pages. A path that names one
 * in encoded characters is an `ENCODED_ROUTE`.
 */
const ASTROS_OWN = /^\/(?:_image|_server-islands|_actions|404|413|500)(?:\/|$)/;
/**
 * An encoded character in the part of a path that selects the route: Astro would decode it, and other code that reads the path would not.
 */
const ENCODED_ROUTE = /^\/(?:web-api\/)?[^/]*%/;
/** A segment that `new URL` takes for this folder or the one above: Astro would answer what is left of the path, and other code reads all of it. */
const DOTS = /\/(?:\.|%2e){1,2}(?:\/|$)/i;
/** The value of a `Host` header (RFC 9110, 7.2): the letters of a host, which it does not resolve, and a port; it may be empty. */
const HOST = /^(?:\[[\w:.%]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/;
const HEALTH = new Set(['/healthz', '/readyz']);
const READ = 'GET, HEAD';

/** Answers a request: what is published, then health, then what Astro renders on demand. */
export function handler({ log, describeRequest, logRequest, site: current, isReady }: Options) {
  const fail = (error: unknown, response: ServerResponse, path: string) => {
    log.error({ err: error, path }, 'request failed');
    if (response.headersSent) return void response.destroy();
    setHeaders(response, current()?.headers ?? FIXED_HEADERS);
    refuse(response, 500, 'A server error occurred while processing your request.');
  };

  const answer = async (
    request: IncomingMessage,
    response: ServerResponse,
    target: Target | undefined,
    { ip, method, path }: LoggedRequest,
  ): Promise<void> => {
    const site = current();
    setHeaders(response, site?.headers ?? FIXED_HEADERS);
    if (!target) return refuse(response, 400, 'The address is malformed.');
    if (HEALTH.has(target.path) && !reads(request)) return refuse(response, 405, 'This address can only be read.', { Allow: READ });
    if (target.path === '/healthz') return answerText(response, 200, 'alive');
    if (target.path === '/readyz') return (await isReady()) ? answerText(response, 200, 'ready') : answerText(response, 503, 'not ready');
    if (!site) return answerBuilding(request, response);
    const file = reads(request) ? publishedFile(site, target) : undefined;
    // While the database is away or busy, visitors get the published page instead of one on demand.
    if (file && !(await isReady()) && (await site.files.send(file, request, response))) return;
    return requestScope.run({ method, path }, () => answerOnDemand(site, target, request, response, ip));
  };

  return (request: IncomingMessage, response: ServerResponse): void => {
    const site = current();
    request.url = originForm(request.url ?? '', site?.host);
    const target = saysHost(request) ? parseTarget(request.url) : undefined;
    const logged = describeRequest(request, target?.path ?? 'malformed');
    const file = site && target && publishedFile(site, target);
    if (file && reads(request) && !site.takeFresh(target.path, rawHeader(request, 'cookie'), logged.ip)) {
      const sending = site.files.send(file, request, response);
      if (sending === true) return logRequest(logged, response);
      response.once('close', () => logRequest(logged, response, !response.writableFinished));
      sending
        .then((isSent) => (isSent ? undefined : answer(request, response, target, logged)))
        .catch((error: unknown) => fail(error, response, logged.path));
      return;
    }
    response.once('close', () => logRequest(logged, response, !response.writableFinished));
    answer(request, response, target, logged).catch((error: unknown) => fail(error, response, logged.path));
  };
}

/** Whether a request says one host, and one that can be (RFC 9112, 3.2); in HTTP/1.0 it may say none. */
function saysHost({ rawHeaders, httpVersion }: IncomingMessage): boolean {
  let found: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() !== 'host') continue;
    if (found !== undefined) return false;
    found = rawHeaders[index + 1] ?? '';
  }
  return found === undefined ? httpVersion !== '1.1' : HOST.test(found);
}

function publishedFile(site: Site, { path, query }: Target): StaticFile | undefined {
  const name = site.publishedName(path, query);
  return name === undefined ? undefined : site.files.find(name);
}

function setHeaders(response: ServerResponse, headers: readonly string[]): void {
  for (let index = 0; index < headers.length; index += 2) {
    const [name, value] = headers.slice(index, index + 2);
    if (name !== undefined && value !== undefined) response.setHeader(name, value);
  }
}

async function answerOnDemand(site: Site, target: Target, request: IncomingMessage, response: ServerResponse, ip: string): Promise<void> {
  const { path } = target;
  if (hidesReferrer(path, target.query, site.sendsOrigin)) response.setHeader('Referrer-Policy', 'no-referrer');
  if (isEmbeddable(path)) response.setHeader('Content-Security-Policy', EMBED_POLICY);
  if (ASSETS.some((prefix) => path.startsWith(prefix))) return refuse(response, 404, notFoundMessage(path));
  const isPublished = publishedFile(site, target) !== undefined;
  if (isPublished && !reads(request)) return refuse(response, 405, 'This page can only be read.', { Allow: READ });
  // The call reports its own faults, in the order of contract.md; the rest of a large body is not waited for.
  if (Number(request.headers['content-length'] ?? 0) > LARGEST_JSON) response.setHeader('Connection', 'close');

  request.headers.host = site.host;
  // A `Request` cannot have the method TRACE, so it is replaced by another one that each address may refuse.
  if (request.method === 'TRACE') request.method = 'OPTIONS';
  // `new URL` would read the x of //x as a host, and Astro normalizes /x//; the catch-all uses the path as it was sent.
  if (path.includes('//') || DOTS.test(path) || ENCODED_ROUTE.test(path) || ASTROS_OWN.test(path)) request.url = '/-';
  // A published page that is made on demand is for this visitor only.
  const locals = { ...site.locals, path, network: networkOf(ip), fresh: isPublished };
  await site.onDemand(request, response, () => refuse(response, 404, 'There is nothing here.'), locals);
}

function answerText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' }).end(`${text}\n`);
}

/** A protocol fault in the form of contract.md. */
function refuse(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    })
    .end(JSON.stringify({ status: 'error', message, ...(status === 404 && { summary: message }) }));
}
