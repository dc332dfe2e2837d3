import { json, type Call } from '../../server/http/endpoint.ts';
import type { Context } from '../../server/context.ts';
import { notFoundMessage } from '../../lib/not-found.ts';
import { PAYLOAD } from './addresses.ts';
import { loadPage } from './load.server.ts';
import { pageHeaders } from './page-headers.ts';

const PREFIX = '/web-api/page';

/** Answers `/web-api/page/{path}` with the data of that page. */
export function pagePayload({ context, path, query, request }: Pick<Call, 'context' | 'path' | 'query' | 'request'>): Promise<Response> {
  const page = path.slice(PREFIX.length) || '/';
  return payloadOf(context, page, query, pageHeaders(page, request.headers.get('cookie')));
}

type Headers = ReturnType<typeof pageHeaders>;

/** Answers `{page}/_payload.json` where none is published; any query of it is ignored (contract.md). */
export async function payloadFile(context: Context, path: string, headers: Headers): Promise<Response> {
  const page = path.slice(0, -PAYLOAD.length);
  return page.endsWith('/') ? missing(notFoundMessage(path)) : payloadOf(context, page || '/', new URLSearchParams(), headers, path);
}

/** The data of a page, or in the same form why there is none (contract.md), where `asked` was asked for. */
async function payloadOf(context: Context, path: string, query: URLSearchParams, headers: Headers, asked = path): Promise<Response> {
  const loaded = await loadPage(context, path, query);
  if (loaded.status === 200) return json(loaded.page, 200, Object.fromEntries(headers));
  if (loaded.status === 301) return json({ statusCode: 301, location: loaded.location });
  return missing(notFoundMessage(asked));
}

/** A page that is not there, in the form of contract.md. */
export const missing = (message: string) => json({ summary: message, detail: message, statusCode: 404 }, 404);
