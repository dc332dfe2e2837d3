import { pageCount } from '../../lib/paging.ts';
import { siteMetadata, type LoadResult } from '../../lib/page.ts';
import type { Context } from '../../server/context.ts';
import { isTimeout } from '../../server/db/unavailable.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, toCard } from '../deals/cards.server.ts';
import { shownDeals } from '../deals/shown-deals.server.ts';
import { hottestDeals } from '../feeds/hottest.server.ts';
import { findOfferCards } from '../offers/offers.server.ts';
import { withSearchLimits } from './bounded.server.ts';
import { searchAddress, type SearchQuery } from './query.ts';
import { findResults, RESULTS_A_PAGE, TOO_LONG } from './results.server.ts';
import type { SearchPage } from './search-data.ts';

/** Popular deals where nothing else is shown: whole rows of two and of four. */
const POPULAR = 8;

/**
 * Deals that match what is asked for, the best match first, or the newest when nothing is (spec §9). However much matches,
 * no more than `MOST_FOUND` deals are gone through.
 * @returns undefined when the page is past the end
 */
export async function loadSearch(context: Context, query: SearchQuery): Promise<LoadResult<SearchPage> | undefined> {
  const { db, config } = context;
  const found = await withSearchLimits(db, (bounded) => findResults(context, bounded, query)).catch((error: unknown) => {
    if (isTimeout(error)) return TOO_LONG;
    throw error;
  });
  const pages = pageCount(query.offersOnly ? found.offers.total : found.total, RESULTS_A_PAGE);
  if (query.page > pages && !found.tooLong) return undefined;
  const { ids, nearIds, offers, ...rest } = found;
  const cards = await cardsOf(context, [...ids, ...nearIds]);
  const hasOffers = offers.total > 0 && (query.offersOnly || !offers.expired);
  const isEmpty = found.total === 0 && nearIds.length === 0 && !hasOffers;
  const shown = (threadIds: number[]) => threadIds.flatMap((id) => cards.get(id) ?? []);
  return {
    status: 200,
    page: {
      pageData: {
        type: 'search',
        query,
        pages,
        ...rest,
        items: shown(ids),
        near: shown(nearIds),
        popular: isEmpty ? await hottestDeals(context, POPULAR) : [],
        offers: { total: offers.total, more: offers.more, expired: offers.expired, items: await findOfferCards(context, offers.ids) },
      },
      pageLayout: { header: true, footer: true, background: 'grey', breadcrumbs: [{ name: 'Search', path: '/search' }] },
      pageMetadata: siteMetadata(config.siteName, {
        title: query.q === '' ? 'Search deals' : `Search: ${query.q}`,
        description: 'Search deals, coupons and stores.',
        canonical: searchAddress(query, query.page),
        robots: 'noindex,follow',
        pageType: 'search',
        name: ['search', query.q],
      }),
    },
  };
}

async function cardsOf(context: Context, ids: number[]): Promise<Map<number, DealCard>> {
  if (ids.length === 0) return new Map();
  const rows = await shownDeals(context.db).select(CARD_COLUMNS).where('d.thread_id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
}
