import { sql } from 'kysely';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import type { CollectionRule } from '../../server/db/schema/catalogue.ts';
import { visibleDeals } from '../deals/shown-deals.server.ts';
import type { FilterName } from '../filters/applied-filters.ts';
import { meetsFilters, type ResolvedFilters } from '../filters/resolve-filters.server.ts';
import { shownOffers } from '../offers/offers.server.ts';
import type { Feed, FeedView } from './address.ts';
import { inCollection } from './collections.server.ts';
import type { Subject } from './subject.server.ts';

/** A requested page of a feed, with the subject and filters of its address looked up. */
export interface FeedQuery {
  feed: Feed;
  subject: Subject;
  view: FeedView;
  resolved: ResolvedFilters | undefined;
}

type Deals = ReturnType<typeof visibleDeals>;

/** The deals of a feed, `d`, unordered. @param except a filter that is not applied */
export function feedDeals(
  { db, config }: Pick<Context, 'db' | 'config'>,
  { feed, subject, view, resolved }: FeedQuery,
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
  if (subject.collection) return deals.where(inCollection(subject.collection, region.currency));
  if (feed.kind !== 'home') return deals;
  return deals.where(sql<boolean>`(d.votes_up - d.votes_down >= ${frontpageScore} or d.featured_at is not null)`);
}

/** The offers of a collection, `o`, unordered. @param except a filter that is not applied */
export function collectedOffers(
  db: Db,
  rule: CollectionRule,
  { view, resolved }: Pick<FeedQuery, 'view' | 'resolved'>,
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
