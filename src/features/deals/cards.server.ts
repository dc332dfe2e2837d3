import type { InferResult } from 'kysely';
import { score } from '../../lib/hot-rank.ts';
import { priceText, shortMoney } from '../../lib/money.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { photoOf, widestCopy } from '../pictures/photo.ts';
import { isScoreHidden, votableSince } from '../posts/hidden-scores.server.ts';
import type { DealCard } from './card.ts';
import { dealPath, initialOf, uniqueId } from './deal.ts';
import { dealPriceText, wasPrice } from './price-text.ts';
import { isReduced, priceVerdict } from './price-verdict.ts';
import { shippingText } from './shipping.ts';
import { shownDeals } from './shown-deals.server.ts';

/** The columns that `toCard` reads. */
export const CARD_COLUMNS = [
  'd.thread_id',
  'd.post_id',
  'd.title',
  'd.kind',
  'd.price_cents',
  'd.price_terms',
  'd.list_price_cents',
  'd.list_price_seen',
  'd.prior_cents',
  'd.low_cents',
  'd.at_lowest',
  'd.percent_off',
  'd.currency',
  'd.shipping_cents',
  'd.free_shipping_from_cents',
  'd.coupon_code',
  'd.variants',
  'd.posted_at',
  'd.starts_at',
  'd.status',
  'd.votes_up',
  'd.votes_down',
  'd.comment_count',
  's.slug as store_slug',
  's.name as store_name',
  's.host as store_host',
  'c.slug as category_slug',
  'c.name as category_name',
  'c.tint',
  'c.kind as category_kind',
  'b.slug as brand_slug',
  'b.name as brand_name',
  'poster.user_id as poster_id',
  'poster.username as poster_name',
  'photo.digest',
  'photo.width',
  'photo.height',
  'photo.widths',
] as const;

/** Deals with `CARD_COLUMNS`. */
export const dealCards = (db: Db) => shownDeals(db).select(CARD_COLUMNS);

type CardRow = InferResult<ReturnType<typeof dealCards>>[number];

/** What decides whether a score is hidden, and how prices are written. */
export type CardContext = Pick<Context, 'clock' | 'config'>;

/** A row with `CARD_COLUMNS` as the card that pages and payloads carry. */
export const toCard = (context: CardContext, row: CardRow): DealCard =>
  withShownScore(context, wholeCard(row, context.config), votableSince(row));

/** A card as it is shown now: whether its score is hidden depends on the time. */
export const withShownScore = (context: CardContext, card: DealCard, begun: Date): DealCard =>
  isScoreHidden(context, begun) ? { ...card, score: null, isHot: false } : card;

/** A row with `CARD_COLUMNS` as a card with its score. */
export function wholeCard(row: CardRow, { region, hotScore }: Config): DealCard {
  const { locale } = region;
  const photo = photoOf(row);
  const net = score({ up: row.votes_up, down: row.votes_down });
  return {
    uniqueId: uniqueId('DEAL', row.thread_id),
    threadId: row.thread_id,
    postid: row.post_id,
    dealTitle: row.title,
    path: dealPath({ threadId: row.thread_id, title: row.title }),
    finalPriceText: dealPriceText(row, locale),
    listPriceText: row.list_price_cents === null ? null : priceText(row.list_price_cents, row.currency, locale),
    listPriceSeen: row.list_price_seen,
    priorPriceText: isReduced(row) ? priceText(row.prior_cents, row.currency, locale) : null,
    percentOff: row.percent_off,
    shippingText: shippingText(row, locale) ?? null,
    verdict: priceVerdict(row, (cents) => shortMoney(cents, row.currency, locale)) ?? null,
    wasText: wasPrice(row, region) ?? null,
    itemVariant: row.variants.join(', ') || null,
    isExpired: row.status === 'expired',
    couponCode: row.coupon_code,
    picture: {
      kind: photo ? null : row.kind,
      url: photo && widestCopy(photo),
      photo,
      initial: initialOf(row.brand_name, row.title),
      tint: row.tint,
    },
    store: { slug: row.store_slug, name: row.store_name, host: row.store_host },
    category: { slug: row.category_slug, name: row.category_name },
    brand: row.brand_slug && row.brand_name ? { slug: row.brand_slug, name: row.brand_name } : null,
    poster: row.poster_id === null || row.poster_name === null ? null : { userid: row.poster_id, username: row.poster_name },
    postedAt: row.posted_at.toISOString(),
    score: net,
    isHot: row.status === 'live' && net >= hotScore,
    commentCount: row.comment_count,
  };
}
