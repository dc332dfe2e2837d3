import type { AstroGlobal } from 'astro';
import { notAllowed } from '../../server/http/endpoint.ts';
import { SPECULATION_RULES } from '../../server/http/static-files.ts';
import { PAYLOAD } from './addresses.ts';
import { loadPage, type ShownPage } from './load.server.ts';
import { pageHeaders } from './page-headers.ts';
import { missing, payloadFile } from './payload.server.ts';

/** What a page's `Astro` knows of its address. */
type Addressed = Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>;

/** What an address shows: a page of the catalogue, or why there is none. */
export type Shown = { page: ShownPage } | { status: 404; message: string };

/**
 * Answers an address of the catalogue: for a visitor where nothing is published, for the publisher with the page that it
 * has loaded, and under `astro dev`.
 * @returns a redirect or data, or what to show; status and headers are set on the way
 */
export async function answerAddress({ locals, request, url, response }: Addressed): Promise<Response | Shown> {
  const { context, page, path = url.pathname, fresh } = locals;
  const headersOf = (address: string) => pageHeaders(address, request.headers.get('cookie'), fresh);
  if (path.endsWith(PAYLOAD)) return payloadFile(context, path, headersOf(path.slice(0, -PAYLOAD.length) || '/'));
  const loaded = page ? { status: 200 as const, page } : await loadPage(context, path, url.searchParams);
  // As for the page itself: an address that moved may move back, so nobody is to lead on by themselves.
  if (loaded.status === 301)
    return new Response(null, { status: 301, headers: [['Location', loaded.location], ...headersOf(path)] });
  if (loaded.status === 404 && path.startsWith('/web-api/')) return missing(loaded.message);
  if (loaded.status === 200 && !['GET', 'HEAD'].includes(request.method)) return notAllowed('This page can only be read.', 'GET, HEAD');
  response.status = loaded.status;
  response.headers.set('Content-Type', 'text/html; charset=utf-8');
  for (const [name, value] of [...headersOf(path), SPECULATION_RULES]) response.headers.set(name, value);
  return loaded.status === 404 ? loaded : { page: loaded.page };
}
