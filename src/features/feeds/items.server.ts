import { sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_VERSION, readCards } from '../deals/read-cards.server.ts';
import type { OfferCard } from '../offers/offer.ts';
import { OFFER_COLUMNS, toOfferCard } from '../offers/offers.server.ts';
import { PAGE_SIZE } from './address.ts';
import { collectedOffers, feedDeals, type FeedQuery } from './feed-query.server.ts';
import { orderedDeals } from './order.server.ts';
import { talliedDeals } from './tallies.server.ts';

/** The front-page score for which there are tallies and an index (migration 0031); with another setting the deals are counted. */
const TALLIED_SCORE = 10;

const COUNT = sql<number>`count(*)`.as('total');

/** How many items a feed has. */
export async function feedTotal({ db, config }: Pick<Context, 'db' | 'config'>, query: FeedQuery): Promise<number> {
  const { feed, subject, view, resolved } = query;
  const rule = subject.collection?.rule;
  if (rule?.items === 'offers') return (await collectedOffers(db, rule, query).select(COUNT).executeTakeFirstOrThrow()).total;
  if (!resolved && feed.kind === 'home' && config.frontpageScore === TALLIED_SCORE) return talliedDeals(db, 'frontpage', view);
  if (!resolved && (feed.kind === 'all' || feed.kind === 'popular' || feed.kind === 'for-you')) return talliedDeals(db, 'shown', view);
  return (await feedDeals({ db, config }, query).select(COUNT).executeTakeFirstOrThrow()).total;
}

/** The items of so many pages of a feed; expired ones come after all others. */
export async function feedItems(context: Context, query: FeedQuery, pages: number): Promise<(DealCard | OfferCard)[]> {
  const rule = query.subject.collection?.rule;
  const offset = (query.view.page - 1) * PAGE_SIZE;
  const limit = pages * PAGE_SIZE;
  if (rule?.items === 'offers') {
    const offers = collectedOffers(context.db, rule, query).select(OFFER_COLUMNS).orderBy('o.posted_at', 'desc').orderBy('o.id');
    return (await offers.limit(limit).offset(offset).execute()).map((offer) => toOfferCard(offer, context.config.region));
  }
  const deals = orderedDeals(context, query, { limit, offset });
  return readCards(context, await deals.select(['d.thread_id', CARD_VERSION]).execute());
}
