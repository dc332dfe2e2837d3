import type { AstroGlobal } from 'astro';
import { isbot } from 'isbot';
import { isFiltered } from '../../filters/applied-filters.ts';
import { mayCountAnonymously } from '../../shell/consent.ts';
import { defaultSort } from '../query.ts';
import type { SearchData } from '../search-data.ts';
import { noteSearch } from './trending.server.ts';

/**
 * Counts what somebody typed and saw the first results of, for what is trending: not what a browser fetches ahead or a
 * crawler follows, and not each page, order and filter again; nor of who objects, refused, or did not agree where the site asks.
 */
export function countSearch({ locals, request }: Pick<AstroGlobal, 'locals' | 'request'>, data: SearchData | { type: string }): void {
  if (!isSearch(data) || data.query.page > 1 || data.query.sort !== defaultSort(data.query.q) || isFiltered(data.query)) return;
  const ahead = /prefetch|prerender/.test(request.headers.get('sec-purpose') ?? '');
  if (request.method !== 'GET' || ahead || isbot(request.headers.get('user-agent'))) return;
  if (!mayCountAnonymously(locals.context.config.tracking, request.headers)) return;
  noteSearch(locals.context, { q: data.query.q, results: data.total + data.offers.total, visitor: locals.network ?? '' });
}

const isSearch = (data: { type: string }): data is SearchData => data.type === 'search';
