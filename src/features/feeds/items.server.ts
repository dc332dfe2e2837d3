import { sql } from 'kysely';
import type { Region } from '../../lib/region.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_VERSION, readCards, shownDeals, visibleDeals, withTaxonomy } from '../deals/cards.server.ts';
import type { FilterName } from '../filters/applied-filters.ts';
import { meetsFilters, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import type { OfferCard } from '../offers/offer.ts';
import { OFFER_COLUMNS, shownOffers, toOfferCard } from '../offers/offers.server.ts';
import { PAGE_SIZE, type Feed, type FeedView, type Sort } from './address.ts';
import type { Subject } from './subject.server.ts';
import { talliedDeals } from './tallies.server.ts';

/** The score that tallies and an index are made for (migration 0031); with another one the front page is counted. */
const TALLIED_SCORE = 10;

/** When a deal, `d`, came to the front page: when it was posted, or when an editor brought it there. */
const CAME = sql<Date>`greatest(d.posted_at, d.featured_at)`;

type Deals = ReturnType<typeof visibleDeals>;

/** How many items a feed has. */
export async function feedTotal(
  { db, config }: Pick<Context, 'db' | 'config'>,
  feed: Feed,
  subject: Subject,
  view: FeedView,
  resolved?: ResolvedFilters,
): Promise<number> {
  const rule = subject.collection?.rule;
  if (rule?.items === 'offers') return (await collectedOffers(db, rule, view, resolved).select(COUNT).executeTakeFirstOrThrow()).total;
  if (resolved) return countDeals(feedDeals({ db, config }, feed, subject, view, resolved));
  if (feed.kind === 'home' && config.frontpageScore === TALLIED_SCORE) return talliedDeals(db, 'frontpage', view);
  if (feed.kind === 'all' || feed.kind === 'popular' || feed.kind === 'for-you') return talliedDeals(db, 'shown', view);
  return countDeals(feedDeals({ db, config }, feed, subject, view));
}

const COUNT = sql<number>`count(*)`.as('total');
const countDeals = async (deals: Deals) => (await deals.select(COUNT).executeTakeFirstOrThrow()).total;

/** The items of so many pages of a feed; expired ones come after all others. */
export async function feedItems(
  context: Context,
  feed: Feed,
  subject: Subject,
  view: FeedView,
  pages: number,
  resolved?: ResolvedFilters,
): Promise<(DealCard | OfferCard)[]> {
  const { db } = context;
  const rule = subject.collection?.rule;
  const skipped = (view.page - 1) * PAGE_SIZE;
  const limit = pages * PAGE_SIZE;
  if (rule?.items === 'offers') {
    const offers = collectedOffers(db, rule, view, resolved).select(OFFER_COLUMNS).orderBy('o.posted_at', 'desc').orderBy('o.id');
    return (await offers.limit(limit).offset(skipped).execute()).map((offer) => toOfferCard(offer, context.config.region));
  }
  const deals =
    feed.kind === 'for-you' && view.sort === 'hot'
      ? inTurn(db, view, skipped + limit, resolved)
      : inOrder(withTaxonomy(feedDeals(context, feed, subject, view, resolved)), view.sort, feed.kind === 'home');
  return readCards(context, await deals.select(['d.thread_id', CARD_VERSION]).limit(limit).offset(skipped).execute());
}

/** The deals of a feed, `d`, in no order. @param except a filter that is left out */
export function feedDeals(
  { db, config }: Pick<Context, 'db' | 'config'>,
  feed: Feed,
  subject: Subject,
  view: Pick<FeedView, 'hideExpired'>,
  resolved?: ResolvedFilters,
  except?: FilterName,
): Deals {
  const held = heldBy(visibleDeals(db), config, feed, subject);
  const deals = resolved ? held.where(meetsFilters(resolved, except)) : held;
  return view.hideExpired ? deals.where('d.expired_last', '=', 0) : deals;
}

function heldBy(deals: Deals, { region, frontpageScore }: Config, feed: Feed, subject: Subject): Deals {
  if (subject.categoryIds) return deals.where('d.category_id', 'in', subject.categoryIds);
  if (subject.store) return deals.where('d.store_id', '=', subject.store.id);
  if (subject.brand) return deals.where('d.brand_id', '=', subject.brand.id);
  if (subject.collection) return collected(deals, region, subject.collection);
  if (feed.kind !== 'home') return deals;
  return deals.where(sql<boolean>`(d.votes_up - d.votes_down >= ${frontpageScore} or d.featured_at is not null)`);
}

function collected(deals: Deals, { currency }: Region, { id, rule }: { id: number; rule: CollectionRule }): Deals {
  if (rule.minPercent !== undefined) return deals.where('d.percent_off', '>=', rule.minPercent);
  if (rule.maxCents !== undefined) return deals.where('d.total_cents', '<=', rule.maxCents).where('d.currency', '=', currency);
  if (rule.categories) {
    const { categories } = rule;
    return deals.where('d.category_id', 'in', (eb) => eb.selectFrom('categories').select('id').where('slug', 'in', categories));
  }
  if (rule.lowest) return deals.where('d.at_lowest', '=', true);
  return deals.where('d.thread_id', 'in', (eb) => eb.selectFrom('deal_collections').select('thread_id').where('collection_id', '=', id));
}

function inOrder(deals: ReturnType<typeof shownDeals>, sort: Sort, isHome: boolean): ReturnType<typeof shownDeals> {
  const liveFirst = deals.orderBy('d.expired_last');
  switch (sort) {
    case 'new':
      return liveFirst.orderBy(isHome ? CAME : 'd.posted_at', 'desc').orderBy('d.thread_id', 'desc');
    case 'price':
      return liveFirst.orderBy('d.total_cents').orderBy('d.thread_id', 'desc');
    case 'discount':
      return liveFirst.orderBy('d.percent_off', (by) => by.desc().nullsLast()).orderBy('d.thread_id', 'desc');
    case 'rising':
      return liveFirst.orderBy('d.gained_day', 'desc').orderBy('d.rank', 'desc').orderBy('d.thread_id', 'desc');
    case 'hot':
      return liveFirst.orderBy('d.rank', 'desc').orderBy('d.thread_id', 'desc');
  }
}

/**
 * The best of every category first, then the second best of each, and so on.
 * @param most how many of them are wanted at most: no category can have more among them
 */
function inTurn(db: Db, { hideExpired }: FeedView, most: number, resolved?: ResolvedFilters) {
  return shownDeals(db)
    .innerJoin(
      (eb) =>
        eb
          .selectFrom('categories')
          .innerJoinLateral(
            (best) =>
              best
                .selectFrom('deals as d')
                .select([
                  'thread_id',
                  'expired_last',
                  'rank',
                  sql<number>`row_number() over (order by expired_last, rank desc, thread_id desc)`.as('turn'),
                ])
                .whereRef('category_id', '=', 'categories.id')
                .where('status', '<>', 'scheduled')
                .$call((some) => (resolved ? some.where(meetsFilters(resolved)) : some))
                .$if(hideExpired, (live) => live.where('expired_last', '=', 0))
                .orderBy('expired_last')
                .orderBy('rank', 'desc')
                .orderBy('thread_id', 'desc')
                .limit(most)
                .as('best'),
            (join) => join.onTrue(),
          )
          .select(['best.thread_id', 'best.turn'])
          .orderBy('best.expired_last')
          .orderBy('best.turn')
          .orderBy('best.rank', 'desc')
          .orderBy('best.thread_id', 'desc')
          .limit(most)
          .as('turns'),
      (join) => join.onRef('turns.thread_id', '=', 'd.thread_id'),
    )
    .orderBy('d.expired_last')
    .orderBy('turns.turn')
    .orderBy('d.rank', 'desc')
    .orderBy('d.thread_id', 'desc');
}

/** The offers of a collection, `o`, in no order. @param except a filter that is left out */
export function collectedOffers(
  db: Db,
  rule: CollectionRule,
  view: Pick<FeedView, 'hideExpired' | 'percentOff'>,
  resolved?: ResolvedFilters,
  except?: FilterName,
) {
  let offers = shownOffers(db);
  if (rule.offerType) offers = offers.where('o.offer_type', '=', rule.offerType);
  if (rule.expired !== undefined) offers = offers.where('o.status', '=', rule.expired ? 'expired' : 'live');
  const conditions = except ? resolved?.conditionsBut(except) : resolved?.conditions;
  if (conditions && conditions.length > 0) offers = offers.where(sql<boolean>`o.search @@ ${conditions.join(' & ')}::tsquery`);
  if (view.percentOff !== undefined) offers = offers.where('o.percent', '>=', view.percentOff);
  return view.hideExpired ? offers.where('o.status', '=', 'live') : offers;
}
