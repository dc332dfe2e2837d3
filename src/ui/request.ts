import { contentHash } from '../lib/content-hash.ts';
import { parseJson } from '../lib/parse-json.ts';
import { noteServerTime } from '../lib/server-clock.ts';
import { CALL_FAILED } from './call-failed.ts';
import { pageHeaders } from './page-headers.ts';
import { RequestError } from './request-error.ts';
import { pauseBeforeRetry } from './retry.ts';

export interface RequestOptions {
  /** POST where there is a body, otherwise GET. */
  method?: 'GET' | 'POST';
  /** A form, or what is sent as JSON. */
  body?: object;
  headers?: Record<string, string>;
  /** Whether it is sent to its end when the page is left (`keepalive`). */
  keepalive?: boolean;
  /** Timeout in milliseconds, for tries and pauses together. */
  timeoutMs?: number;
  /** Whether it aborts an older request to the same path. */
  abortsOlder?: boolean;
  /** Whether a POST may be retried, because it is idempotent. Requests that only read are never retried (spec §7). */
  isRepeatable?: boolean | undefined;
  signal?: AbortSignal;
}

/**
 * Sends a request and reads its JSON. Identical ones that are under way share one answer, unless they have signals of their own.
 * @returns the JSON, unchecked; undefined where the answer is empty
 * @throws RequestError for 400 to 599, and where the answer is no JSON; TypeError without a network; DOMException when it is aborted (`AbortError`,
 * `TimeoutError`)
 */
export type Request = (address: string, options?: RequestOptions) => Promise<unknown>;

interface ClientSettings {
  /** Where addresses begin; without it, at the page's own server. */
  baseUrl?: string;
  /** Address of the page that asks, where there is one. */
  page?: () => Pick<Location, 'pathname' | 'search'> | undefined;
  /** Called with every answer of 500 and more, after a possible retry. */
  onServerError?: (error: RequestError) => void;
}

/** The page's own client. */
export const request: Request = openClient();

export function openClient({ baseUrl = '', page = ownPage, onServerError = dispatchServerError }: ClientSettings = {}): Request {
  const underWay = new Map<string, Promise<unknown>>();
  const latest = new Map<string, AbortController>();

  return (address, options = {}) => {
    const { body, method = body ? 'POST' : 'GET', abortsOlder = false, signal, timeoutMs } = options;
    const sent = body instanceof URLSearchParams || body === undefined ? body : JSON.stringify(body);
    const key = contentHash(`${method} ${address} ${sent?.toString() ?? ''}`);
    const shared = signal ? undefined : underWay.get(key);
    if (shared) return shared;

    const [path = ''] = address.split('?');
    const controller = new AbortController();
    const abort = () => controller.abort(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener('abort', abort);
    if (abortsOlder) {
      latest.get(path)?.abort();
      latest.set(path, controller);
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => controller.abort(tooLate(path)), timeoutMs);

    const init: RequestInit = {
      method,
      keepalive: options.keepalive ?? false,
      headers: {
        accept: 'application/json',
        ...(typeof sent === 'string' && { 'content-type': 'application/json' }),
        ...pageHeaders(path, page()),
        ...options.headers,
      },
      signal: controller.signal,
      ...(sent !== undefined && { body: sent }),
    };
    const isRepeatable = method === 'POST' && (options.isRepeatable ?? false);
    const answer = exchange(baseUrl + address, init, isRepeatable)
      .then((response) => {
        // A cache may have kept the answer to a GET.
        if (method === 'POST') noteServerTime(response);
        return read(path, response);
      })
      .catch((error: unknown) => {
        if (error instanceof RequestError && error.status >= 500) onServerError(error);
        throw error;
      })
      .finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (latest.get(path) === controller) latest.delete(path);
        if (underWay.get(key) === answer) underWay.delete(key);
      });
    if (!signal) underWay.set(key, answer);
    return answer;
  };
}

/** Sends the request, and retries once where that may help. */
async function exchange(address: string, init: RequestInit, isRepeatable: boolean): Promise<Response> {
  const first = await fetch(address, init);
  const pause = isRepeatable ? pauseBeforeRetry(first.status, first.headers.get('retry-after')) : undefined;
  if (pause === undefined) return first;
  await first.body?.cancel();
  await new Promise((resolve) => setTimeout(resolve, pause));
  return fetch(address, init);
}

async function read(path: string, response: Response): Promise<unknown> {
  const text = await response.text();
  const answer = parseJson(text);
  if (response.ok && (answer !== undefined || text === '')) return answer;
  throw new RequestError(path, response.status, answer);
}

const tooLate = (path: string) => new DOMException(`${path} did not answer in time`, 'TimeoutError');

function ownPage(): Location | undefined {
  return typeof location === 'undefined' ? undefined : location;
}

function dispatchServerError(error: RequestError): void {
  if (typeof window !== 'undefined') window.dispatchEvent(new CustomEvent(CALL_FAILED, { detail: error }));
}
