import type { AstroGlobal } from 'astro';
import { notAllowed } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { SPECULATION_RULES } from '../../server/http/static-files.ts';
import { tooManySearches } from '../search/limit.server.ts';
import { countsAsSearch, PAYLOAD } from './addresses.ts';
import { loadPage, type ShownPage } from './load.server.ts';
import { isSearch, pageHeaders } from './page-headers.ts';
import { pageFault, pageNotFound, payloadFile } from './payload.server.ts';

/** The parts of a page's `Astro` that are used here. */
type Addressed = Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>;

/** The result for an address: a page of the catalogue, or why there is none. */
export type AddressResult = { page: ShownPage } | { status: 404; message: string } | TooMany;

/** The answer to a network that has searched too often; the search box holds what was searched for. */
interface TooMany {
  status: 429;
  message: string;
  searched: string;
}

/**
 * Answers an address of the catalogue: for a visitor where nothing is published, for the publisher with the page that it
 * has loaded, and under `astro dev`.
 * @returns a redirect or data, or what to show; status and headers are set on the way
 */
export async function answerAddress(addressed: Addressed): Promise<Response | AddressResult> {
  const { locals, request, url, response } = addressed;
  const { context, page, path = url.pathname } = locals;
  if (path.endsWith(PAYLOAD)) return answerPayload(addressed, path);
  const tooMany = refuseSearch(addressed, path);
  if (tooMany) return tooMany;
  const loaded = page ? { status: 200 as const, page } : await loadPage(context, path, url.searchParams);
  if (loaded.status !== 404 && !reads(request)) return notAllowed('This page can only be read.', 'GET, HEAD');
  if (loaded.status === 301) return redirect(addressed, path, loaded.location);
  if (loaded.status === 404 && path.startsWith('/web-api/')) return pageNotFound(loaded.message);
  response.status = loaded.status;
  response.headers.set('Content-Type', 'text/html; charset=utf-8');
  for (const [name, value] of [...headersOf(addressed, path), SPECULATION_RULES]) response.headers.set(name, value);
  return loaded.status === 404 ? loaded : { page: loaded.page };
}

const headersOf = ({ locals, request }: Addressed, path: string) => pageHeaders(path, request.headers.get('cookie'), locals.fresh);

/** Answers the address of a page's data. */
async function answerPayload(addressed: Addressed, path: string): Promise<Response> {
  const { locals, request } = addressed;
  locals.answersJson = true;
  if (!reads(request)) return notAllowed('This page can only be read.', 'GET, HEAD');
  const of = path.slice(0, -PAYLOAD.length) || '/';
  const tooMany = isSearch(of) ? tooManySearches(locals.context, locals.network) : undefined;
  return tooMany ? pageFault(tooMany) : payloadFile(locals.context, path, headersOf(addressed, of));
}

/** Refuses a search of a network that has searched too often; undefined for what may go on. */
function refuseSearch({ locals, url, response }: Addressed, path: string): TooMany | undefined {
  const tooMany = countsAsSearch(path, url.searchParams) ? tooManySearches(locals.context, locals.network) : undefined;
  if (!tooMany) return undefined;
  response.status = tooMany.status;
  for (const [name, value] of Object.entries({ ...tooMany.headers, 'Cache-Control': 'no-store' })) response.headers.set(name, value);
  return { status: 429, message: tooMany.message, searched: url.searchParams.get('q') ?? '' };
}

function redirect(addressed: Addressed, path: string, to: string): Response {
  // The query is passed on, because it may say where the visitor came from. In a redirect to the same path the query is what is wrong.
  const location = to === path ? path : to + addressed.url.search;
  // As for the page itself: an address that moved may move back, so browsers must not cache the redirect.
  return new Response(null, { status: 301, headers: [['Location', location], ...headersOf(addressed, path)] });
}
