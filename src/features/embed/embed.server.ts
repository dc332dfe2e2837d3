import type { AstroGlobal } from 'astro';
import { notFoundMessage } from '../../lib/not-found.ts';
import type { Context } from '../../server/context.ts';
import { notAllowed } from '../../server/http/endpoint.ts';
import { reads } from '../../server/http/reads.ts';
import type { DealCard } from '../deals/card.ts';
import { findCard } from '../deals/find-card.server.ts';
import { unfilteredView } from '../feeds/address.ts';
import { loadFeed } from '../feeds/feeds.server.ts';
import type { OfferCard } from '../offers/offer.ts';
import { tooManySearches } from '../search/limit.server.ts';
import { searchAddress } from '../search/query.ts';
import { loadSearch } from '../search/search.server.ts';
import { embedQuery, embedTheme, type EmbedQuery, type Theme } from './embed-query.ts';
import { searchTitle } from './oembed.ts';

/** What is in a frame: a deal, or a list with the path of the page that has all of it. */
type EmbedContent = { kind: 'deal'; deal: DealCard } | { kind: 'list'; title: string; path: string; items: (DealCard | OfferCard)[] };

/** What an embed's address shows, or why it shows nothing. */
export interface Embed {
  theme: Theme | undefined;
  shown: { status: 200; content: EmbedContent } | { status: 404 | 429; message: string; advice?: string | undefined };
}

/**
 * Answers `/embed`: the same for everybody, so no cookie is read.
 * @returns a refusal, or what to show; status and headers are set on the way
 */
export async function answerEmbed({
  locals,
  request,
  url,
  response,
}: Pick<AstroGlobal, 'locals' | 'request' | 'url' | 'response'>): Promise<Response | Embed> {
  if (!reads(request)) return notAllowed('This page can only be read.', 'GET, HEAD');
  const { context, network, path = url.pathname } = locals;
  const query = embedQuery(url.searchParams);
  const advice = query.kind === 'wrong' ? query.advice : undefined;
  const tooMany = query.kind === 'search' ? tooManySearches(context, network) : undefined;
  const content = query.kind === 'wrong' || tooMany ? undefined : await loadEmbed(context, query);
  const shown: Embed['shown'] = content
    ? { status: 200, content }
    : tooMany
      ? { status: 429, message: tooMany.message }
      : { status: 404, message: notFoundMessage(path), advice };
  response.status = shown.status;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': content ? 'public, max-age=60' : 'no-store',
    'X-Robots-Tag': 'noindex',
    ...tooMany?.headers,
  };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return { theme: embedTheme(url.searchParams), shown };
}

/** What an embed shows; undefined when the deal or the feed is not there. */
async function loadEmbed(context: Context, query: EmbedQuery): Promise<EmbedContent | undefined> {
  switch (query.kind) {
    case 'deal': {
      const deal = await findCard(context, query.threadId);
      return deal && { kind: 'deal', deal };
    }
    case 'feed': {
      const view = unfilteredView(query.feed);
      const loaded = await loadFeed(context, query.feed, view);
      if (loaded?.status !== 200) return undefined;
      const { title, path, items } = loaded.page.pageData;
      return { kind: 'list', title, path, items: items.slice(0, query.count) };
    }
    case 'search': {
      const loaded = await loadSearch(context, query.search);
      const items = loaded?.status === 200 ? loaded.page.pageData.items : [];
      return {
        kind: 'list',
        title: searchTitle(query.search.q),
        path: searchAddress(query.search),
        items: items.slice(0, query.count),
      };
    }
  }
}
