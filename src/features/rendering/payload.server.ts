import { PAGE_CALL } from '../../lib/page-calls.ts';
import { json, type Call } from '../../server/http/endpoint.ts';
import type { Context } from '../../server/context.ts';
import { notFoundMessage } from '../../lib/not-found.ts';
import type { Fault } from '../../server/http/fault.ts';
import { NOT_INDEXED } from '../../server/http/static-files.ts';
import { tooManySearches } from '../search/limit.server.ts';
import { countsAsSearch, PAYLOAD } from './addresses.ts';
import { loadPage } from './load.server.ts';
import { wantsData } from './page-call.ts';
import { pageHeaders } from './page-headers.ts';

type Headers = ReturnType<typeof pageHeaders>;
type PageCall = Pick<Call, 'context' | 'path' | 'query' | 'request' | 'network'>;

/** Answers `/web-api/page/{path}` with that page's payload, without `pageData` if the call asks for that. */
export async function pagePayload({ context, path: address, query, request, network }: PageCall): Promise<Response> {
  const path = address.slice(PAGE_CALL.length) || '/';
  const withData = wantsData(request.headers, context.config.siteUrl);
  const tooMany = countsAsSearch(path, query) ? tooManySearches(context, network) : undefined;
  if (tooMany) return pageFault(tooMany);
  const answer = await payloadOf(context, path, query, pageHeaders(path, request.headers.get('cookie')), { withData });
  answer.headers.append('Vary', 'X-Include-Page-Data');
  return answer;
}

/** Answers `{page}/_payload.json` where none is published; any query of it is ignored (contract.md). */
export async function payloadFile(context: Context, path: string, headers: Headers): Promise<Response> {
  const page = path.slice(0, -PAYLOAD.length);
  return page.endsWith('/')
    ? pageNotFound(notFoundMessage(path))
    : payloadOf(context, page || '/', new URLSearchParams(), [...headers, [...NOT_INDEXED]], { requested: path });
}

/** The data of a page, or in the same form why there is none (contract.md), where `requested` is the address of the request. */
async function payloadOf(
  context: Context,
  path: string,
  query: URLSearchParams,
  headers: Headers,
  { requested = path, withData = true } = {},
): Promise<Response> {
  const loaded = await loadPage(context, path, query);
  if (loaded.status === 200) return json(withData ? loaded.page : { ...loaded.page, pageData: null }, 200, Object.fromEntries(headers));
  if (loaded.status === 301) return json({ statusCode: 301, location: loaded.location });
  return pageNotFound(notFoundMessage(requested));
}

/** A fault in the form of a page's error, too (spec §3, Error object). */
export const pageFault = ({ status, message, headers }: Fault) =>
  json({ status: 'error', message, summary: message, detail: message, statusCode: status }, status, headers);

/** A page that is not there, in the form of contract.md. */
export const pageNotFound = (message: string) => json({ summary: message, detail: message, statusCode: 404 }, 404);
