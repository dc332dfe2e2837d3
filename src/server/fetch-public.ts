import { lookup as lookUp, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { errorCode } from '../lib/error-code.ts';

export interface PublicRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** The most bytes that the answer's body may have. */
  mostBytes: number;
  /** Milliseconds for all of it, redirects and body included. */
  ms: number;
  /** How often a redirect is followed; a redirect that is not followed is the answer. */
  redirects?: number;
  /** Hosts of the operator's network that may be asked all the same, with their port where it is not the default (`Config.privateHosts`). */
  privateHosts?: ReadonlySet<string>;
  signal?: AbortSignal;
  /** Finds the addresses of a name. */
  resolve?: typeof lookUp;
}

interface PublicAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

/** Why an address was not fetched, as a phrase that continues its name, such as 'leads into a private network'. */
export class NotFetched extends Error {
  /** Whether another try would fail in the same way. */
  readonly isFinal: boolean;
  /** Whether a server may have received the request nevertheless. */
  mayHaveArrived = false;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause?: unknown }) {
    super(message, { cause });
    this.isFinal = isFinal;
  }
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const WEB_PORTS = new Set(['', '80', '443']);
const FIRST_FREE_PORT = 1_024;

/**
 * Fetches an address that somebody else has chosen, safely against SSRF: every name is resolved here, again after each
 * redirect, its addresses must all be public, and the connection goes to exactly the addresses that were checked.
 * @param address http or https
 * @throws NotFetched, also when the answer is too large; an answer of any status is returned
 */
export async function fetchPublic(address: string, { redirects = 0, ms, signal, ...asked }: PublicRequest): Promise<PublicAnswer> {
  const timeout = AbortSignal.timeout(ms);
  const ended = signal ? AbortSignal.any([timeout, signal]) : timeout;
  let mayHaveArrived = false;
  try {
    let url = address;
    for (let followed = 0; ; followed++) {
      const target = parse(url);
      const answer = await exchange(target, asked, ended, () => (mayHaveArrived = true));
      const location = answer.headers.location;
      if (redirects === 0 || location === undefined || !REDIRECTS.has(answer.statusCode ?? 0))
        return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readBody(answer, asked.mostBytes) };
      answer.destroy();
      if (followed === redirects) throw new NotFetched(`leads on more than ${redirects} times`, { isFinal: true });
      // Servers send addresses in UTF-8, which Node reads as Latin-1.
      const next = URL.parse(Buffer.from(location, 'latin1').toString(), target.href);
      if (!next) throw new NotFetched('leads to an address that is none', { isFinal: true });
      url = next.href;
    }
  } catch (error) {
    if (!(error instanceof NotFetched)) signal?.throwIfAborted();
    const reason = timeout.aborted ? `does not come within ${ms / 1_000} seconds` : reasonOf(error);
    const fault = error instanceof NotFetched ? error : new NotFetched(reason, { isFinal: false, cause: error });
    throw Object.assign(fault, { mayHaveArrived });
  }
}

/** Whether an IP address can be reached by everybody: not private, nor this machine, nor one of a cloud's own, nor reserved. */
export function isPublicAddress(address: string): boolean {
  // An address with a zone (fe80::1%eth0) is local to one network.
  if (!isIP(address) || address.includes('%')) return false;
  const known = ipaddr.process(address);
  if (known.range() !== 'unicast' || known.toString() === AZURE) return false;
  // Only 2000::/3 of IPv6 is allocated; the rest embeds other addresses or is reserved.
  return known instanceof ipaddr.IPv4 || known.match(GLOBAL_UNICAST);
}

/** The service of Azure to each of its machines, at an address that looks like one of the internet. */
const AZURE = '168.63.129.16';
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

function parse(address: string): URL {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NotFetched('leads to an address that is neither http nor https', { isFinal: true });
  if (url.username || url.password) throw new NotFetched('leads to an address with a password', { isFinal: true });
  return url;
}

type RequestOptions = Pick<PublicRequest, 'method' | 'headers' | 'body' | 'mostBytes' | 'privateHosts' | 'resolve'>;

async function exchange(
  url: URL,
  { method = 'GET', headers, body, privateHosts, resolve = lookUp }: RequestOptions,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isAllowed = privateHosts?.has(url.host) === true;
  if (!isAllowed) {
    // The other ports below 1024 belong to mail, name and file servers.
    if (!WEB_PORTS.has(url.port) && Number(url.port) < FIRST_FREE_PORT)
      throw new NotFetched(`leads to port ${url.port}, which is not one of the web`, { isFinal: true });
    if (isIP(host) && !isPublicAddress(host)) throw intoPrivateNetwork();
  }
  const { promise, resolve: answered, reject } = Promise.withResolvers<IncomingMessage>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method,
    headers: { 'Accept-Encoding': 'identity', ...headers, ...(body && { 'Content-Length': body.length }) },
    // No reuse: an open connection may lead to an address that was checked long ago.
    agent: false,
    signal,
    ...(!isAllowed && { lookup: publicLookup(resolve) }),
  });
  request.once('socket', (socket) => socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', onConnected));
  // An answer that changes the protocol (101) ends the request with neither an answer nor an error.
  request.once('close', () => reject(new Error('the connection was closed')));
  request.once('response', answered).once('error', reject).end(body);
  return promise;
}

const intoPrivateNetwork = () => new NotFetched('leads into a private network', { isFinal: true });

/** The DNS lookup of a connection, which then uses the checked addresses; refuses names with any address that is not public. */
const publicLookup =
  (resolve: typeof lookUp): LookupFunction =>
  (host, options, callback) => {
    resolve(host, { ...options, all: true }, (error: NodeJS.ErrnoException | null, found?: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) return callback(error ?? new NotFetched('has a host that has no address', { isFinal: false }), []);
      if (!found?.every(({ address }) => isPublicAddress(address))) return callback(intoPrivateNetwork(), []);
      if (options.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

async function readBody(answer: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const tooLarge = () => new NotFetched(`is larger than ${Math.floor(mostBytes / 1024 / 1024)} MiB`, { isFinal: true });
  try {
    if (Number(answer.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
    const chunks: Buffer[] = [];
    let size = 0;
    const blocks: AsyncIterable<Buffer> = answer;
    for await (const chunk of blocks) {
      size += chunk.length;
      if (size > mostBytes) throw tooLarge();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  } finally {
    answer.destroy();
  }
}

function reasonOf(error: unknown): string {
  const code = errorCode(error) ?? '';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'has a host that nobody knows';
  if (code === 'ECONNREFUSED' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') return 'has a server that takes no connection';
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_/.test(code)) return 'has a certificate that is not valid';
  if (code.startsWith('HPE_')) return 'is answered with something that is not HTTP';
  return 'is broken off by its server';
}
