import { FILTERS_CALL } from '../../lib/page-calls.ts';
import type { AstroGlobal } from 'astro';
import { faulty, notAllowed } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import { Fault } from '../../server/http/fault.ts';
import { notFoundMessage } from '../../lib/not-found.ts';
import type { FeedData } from '../feeds/feed.ts';
import { tooManySearches } from '../search/limit.server.ts';
import type { SearchData } from '../search/search-data.ts';
import { loadPage } from './load.server.ts';

/**
 * Answers `/web-api/filters/{path}` with the filters of a feed or a search, and how many deals each leaves. The number of the page does not matter.
 * @returns a refusal, or the page's data; headers are set on the way
 */
export async function answerFilters({
  locals,
  request,
  url,
  response,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>): Promise<Response | FeedData | SearchData> {
  if (!reads(request)) return notAllowed('This address can only be read.', 'GET, HEAD');
  const tooMany = tooManySearches(locals.context, locals.network);
  if (tooMany) return faulty(tooMany);
  const path = (locals.path ?? url.pathname).slice(FILTERS_CALL.length) || '/';
  const query = new URLSearchParams(url.searchParams);
  query.delete('page');
  query.set('filters', '1');
  const loaded = await loadPage(locals.context, path, query);
  const data = loaded.status === 200 ? loaded.page.pageData : undefined;
  if (data?.type !== 'search' && !(data?.type === 'feed' && data.choices)) return faulty(new Fault(404, notFoundMessage(path)));
  response.headers.set('Cache-Control', 'private, max-age=60');
  response.headers.set('X-Robots-Tag', 'noindex');
  return data;
}
