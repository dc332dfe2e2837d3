import { hotRank } from '../../lib/hot-rank.ts';
import { DEFAULT_FORUM } from './default-forum.server.ts';
import type { CatalogueRecord, RecordOf } from './record.ts';

/** The type of a staged line that is left out: a deal that its source lists, and that is not valid. */
export const SKIPPED_DEAL = 'skipped deal';

/** Moves a moment. Dates that are absent stay absent. */
export type DateShift = (date: Date) => Date;

/**
 * A record as the staging table holds it: fields under their columns' names, references as the slugs and source ids
 * they are written as, everything optional that was left out absent.
 */
export function stagedData(record: CatalogueRecord, now: Date, shift: DateShift): object {
  switch (record.type) {
    case 'collection':
      return { ...record, rule: storedRule(record.rule) };
    case 'member':
      return { username: record.username, joined_at: shift(record.joinedAt) };
    case 'deal':
      return stagedDeal(record, now, shift);
    case 'comment':
      return stagedComment(record, shift);
    case 'offer':
      return stagedOffer(record, record.year === undefined ? shift : (date) => date);
    default:
      return record;
  }
}

/** `CollectionRule` of schema.ts: the amount in cents. */
function storedRule(rule: RecordOf<'collection'>['rule']): object {
  if (rule.items === 'offers') return rule;
  const { maxPrice, ...rest } = rule;
  return { ...rest, maxCents: maxPrice };
}

const shifted = (date: Date | undefined, shift: DateShift) => date && shift(date);

const shiftedDay = (day: string, shift: DateShift) => shift(new Date(day)).toISOString().slice(0, 10);

function stagedDeal(deal: RecordOf<'deal'>, now: Date, shift: DateShift) {
  const postedAt = shifted(deal.postedAt, shift);
  const votes = { up: deal.votesUp ?? 0, down: deal.votesDown ?? 0 };
  return {
    title: deal.title,
    description: deal.description,
    kind: deal.kind,
    image_url: deal.image,
    store: deal.store,
    brand: deal.brand,
    category: deal.category,
    forum: deal.forum ?? DEFAULT_FORUM,
    collections: deal.collections,
    url: deal.url,
    price_cents: deal.price.cents,
    price_terms: deal.price.terms,
    list_price_cents: deal.listPrice,
    list_price_seen: deal.listPriceSeen && shiftedDay(deal.listPriceSeen, shift),
    currency: deal.currency,
    coupon_code: deal.couponCode,
    shipping_cents: deal.shipping,
    free_shipping_from_cents: deal.freeShippingFrom,
    ships_to: deal.shipsTo,
    members_only: deal.membersOnly,
    condition: deal.condition,
    checked_at: shifted(deal.checkedAt, shift),
    variants: deal.variants,
    posted_at: postedAt,
    updated_at: shifted(deal.updatedAt, shift),
    starts_at: shifted(deal.startsAt, shift),
    expires_at: shifted(deal.expiresAt, shift),
    expired: deal.expired,
    poster: deal.postedBy,
    poster_source: deal.postedBySource ?? deal.source,
    votes_up: votes.up,
    votes_down: votes.down,
    rank: hotRank(votes, postedAt ?? now),
    prices: deal.prices?.map(([on, cents]) => ({ on: shiftedDay(on, shift), cents })),
    thread_id: deal.threadId,
    post_id: deal.postId,
    off_site: deal.offSite,
    merged: deal.merged?.map(({ threadId, source, sourceId }) => ({ thread_id: threadId, source, source_id: sourceId })),
  };
}

function stagedComment(comment: RecordOf<'comment'>, shift: DateShift) {
  return {
    deal: comment.deal,
    deal_source: comment.dealSource ?? comment.source,
    parent: comment.parent,
    parent_source: comment.parentSource ?? comment.source,
    member: comment.member,
    member_source: comment.memberSource ?? comment.source,
    body: comment.body,
    posted_at: shift(comment.postedAt),
    votes_up: comment.votesUp ?? 0,
    votes_down: comment.votesDown ?? 0,
    post_id: comment.postId,
  };
}

function stagedOffer(offer: RecordOf<'offer'>, shift: DateShift) {
  return {
    offer_type: offer.offerType,
    title: offer.title,
    description: offer.description,
    terms: offer.terms,
    kind: offer.kind,
    store: offer.store,
    maker: offer.maker,
    code: offer.code,
    percent: offer.percent,
    amount_cents: offer.amount,
    minimum_cents: offer.minimum,
    currency: offer.currency,
    url: offer.url,
    year: offer.year,
    posted_at: shift(offer.postedAt),
    starts_at: shifted(offer.startsAt, shift),
    expires_at: shifted(offer.expiresAt, shift),
    expired: offer.expired,
    id: offer.offerId,
  };
}
