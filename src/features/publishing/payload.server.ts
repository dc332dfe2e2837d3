import { json, type Call } from '../../server/http/endpoint.ts';
import type { Context } from '../../server/context.ts';
import type { Fault } from '../../server/http/fault.ts';
import { tooManySearches } from '../search/limit.server.ts';
import { loadPage } from './load.server.ts';
import { asksForData } from './page-call.ts';
import { isSearch, pageHeaders } from './page-headers.ts';

const PREFIX = '/web-api/page';

/** Answers `/web-api/page/{path}` with the data of that page, or with what stands around it alone where the call asks for that. */
export async function pagePayload({ context, path: address, query, request, network }: PageCall): Promise<Response> {
  const path = address.slice(PREFIX.length) || '/';
  const withData = asksForData(request.headers, context.config.siteUrl);
  const tooMany = isSearch(path) ? tooManySearches(context, network) : undefined;
  if (tooMany) return faultOfPage(tooMany);
  const answer = await payloadOf(context, path, query, request.headers.get('cookie'), withData);
  answer.headers.append('Vary', 'X-Include-Page-Data');
  return answer;
}

type PageCall = Pick<Call, 'context' | 'path' | 'query' | 'request' | 'network'>;

/** The data of a page: what its `_payload.json` holds, or in the same form why there is none (contract.md). */
export async function payloadOf(
  context: Context,
  path: string,
  query: URLSearchParams,
  cookies: string | null,
  withData = true,
): Promise<Response> {
  const loaded = await loadPage(context, path, query);
  if (loaded.status === 200)
    return json(withData ? loaded.page : { ...loaded.page, pageData: null }, 200, Object.fromEntries(pageHeaders(path, cookies)));
  if (loaded.status === 301) return json({ statusCode: 301, location: loaded.location });
  return missing(loaded.message);
}

/** A fault in the form of a page's error, too (spec §3, Error object). */
export const faultOfPage = ({ status, message, headers }: Fault) =>
  json({ status: 'error', message, summary: message, detail: message, statusCode: status }, status, headers);

/** A page that is not there, in the form of contract.md. */
export const missing = (message: string) => json({ summary: message, detail: message, statusCode: 404 }, 404);
