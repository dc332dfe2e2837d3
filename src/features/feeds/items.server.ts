import { sql } from 'kysely';
import type { Db } from '../../server/db/connect.ts';
import type { CollectionRule } from '../../server/db/schema.ts';
import type { DealCard } from '../deals/card.ts';
import { CARD_COLUMNS, shownDeals, toCard } from '../deals/cards.server.ts';
import type { OfferCard } from '../offers/offer.ts';
import { OFFER_COLUMNS, shownOffers, toOfferCard } from '../offers/offers.server.ts';
import { PAGE_SIZE, type Feed, type FeedView, type Sort } from './address.ts';
import type { Subject } from './subject.server.ts';

/** The score from which members' votes bring a deal to the front page. */
const FRONTPAGE_SCORE = 10;

type Deals = ReturnType<typeof shownDeals>;

/** How many items a feed has. */
export async function feedTotal(db: Db, feed: Feed, subject: Subject, view: FeedView): Promise<number> {
  const rule = subject.collection?.rule;
  const count = sql<number>`count(*)`.as('total');
  const { total } =
    rule?.items === 'offers'
      ? await collectedOffers(db, rule, view).select(count).executeTakeFirstOrThrow()
      : await feedDeals(db, feed, subject, view).select(count).executeTakeFirstOrThrow();
  return total;
}

/** The items of so many pages of a feed; expired ones come after all others. */
export async function feedItems(db: Db, feed: Feed, subject: Subject, view: FeedView, pages: number): Promise<(DealCard | OfferCard)[]> {
  const rule = subject.collection?.rule;
  const skipped = (view.page - 1) * PAGE_SIZE;
  const limit = pages * PAGE_SIZE;
  if (rule?.items === 'offers') {
    const offers = collectedOffers(db, rule, view).select(OFFER_COLUMNS).orderBy('o.posted_at', 'desc').orderBy('o.id');
    return (await offers.limit(limit).offset(skipped).execute()).map(toOfferCard);
  }
  const deals = inOrder(feedDeals(db, feed, subject, view), feed, view.sort).select(CARD_COLUMNS);
  return (await deals.limit(limit).offset(skipped).execute()).map(toCard);
}

function feedDeals(db: Db, feed: Feed, subject: Subject, view: FeedView): Deals {
  const deals = narrow(shownDeals(db), feed, subject);
  return view.hideExpired ? deals.where('d.status', '=', 'live') : deals;
}

/** Live deals at the top of the hot order. */
export async function hottestDeals(db: Db, limit: number): Promise<DealCard[]> {
  const rows = await shownDeals(db)
    .select(CARD_COLUMNS)
    .orderBy('d.sunk')
    .orderBy('d.rank', 'desc')
    .orderBy('d.thread_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toCard).filter((deal) => !deal.isExpired);
}

function narrow(deals: Deals, feed: Feed, subject: Subject): Deals {
  if (subject.categoryIds) return deals.where('d.category_id', 'in', subject.categoryIds);
  if (subject.store) return deals.where('d.store_id', '=', subject.store.id);
  if (subject.brandId) return deals.where('d.brand_id', '=', subject.brandId);
  if (subject.collection) return collected(deals, subject.collection);
  return feed.kind === 'home' ? deals.where(sql<boolean>`d.votes_up - d.votes_down >= ${FRONTPAGE_SCORE}`) : deals;
}

function collected(deals: Deals, { id, rule }: { id: number; rule: CollectionRule }): Deals {
  if (rule.minPercent !== undefined) return deals.where('d.percent_off', '>=', rule.minPercent);
  if (rule.maxCents !== undefined) return deals.where('d.price_cents', '<=', rule.maxCents);
  if (rule.categories) return deals.where('c.slug', 'in', rule.categories);
  if (rule.lowest) return deals.where(AT_ITS_LOWEST);
  return deals.where((eb) =>
    eb.exists(
      eb
        .selectFrom('deal_collections as m')
        .select('m.thread_id')
        .whereRef('m.thread_id', '=', 'd.thread_id')
        .where('m.collection_id', '=', id),
    ),
  );
}

/** One observation alone would make every price the lowest. */
const AT_ITS_LOWEST = sql<boolean>`(
  select count(*) > 2 and min(p.cents) >= d.price_cents and max(p.cents) > d.price_cents
  from price_observations p where p.thread_id = d.thread_id)`;

function inOrder(deals: Deals, feed: Feed, sort: Sort): Deals {
  const sunk = deals.orderBy('d.sunk');
  switch (sort) {
    case 'new':
      return sunk.orderBy('d.posted_at', 'desc').orderBy('d.thread_id', 'desc');
    case 'price':
      return sunk.orderBy('d.price_cents').orderBy('d.thread_id', 'desc');
    case 'discount':
      return sunk.orderBy('d.percent_off', (by) => by.desc().nullsLast()).orderBy('d.thread_id', 'desc');
    case 'hot':
      return (feed.kind === 'for-you' ? sunk.orderBy(TURN_IN_CATEGORY) : sunk).orderBy('d.rank', 'desc').orderBy('d.thread_id', 'desc');
  }
}

/** The best of every category first, then the second best of each, and so on. */
const TURN_IN_CATEGORY = sql`row_number() over (partition by d.category_id order by d.sunk, d.rank desc, d.thread_id desc)`;

function collectedOffers(db: Db, rule: CollectionRule, view: FeedView) {
  let offers = shownOffers(db);
  if (rule.offerType) offers = offers.where('o.offer_type', '=', rule.offerType);
  if (rule.expired !== undefined) offers = offers.where('o.status', '=', rule.expired ? 'expired' : 'live');
  return view.hideExpired ? offers.where('o.status', '=', 'live') : offers;
}
