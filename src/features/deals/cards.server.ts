import { sql, type InferResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import { priceText, shortMoney } from '../../lib/money.ts';
import type { Config } from '../../server/config.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { photoOf, widestCopy } from '../pictures/photo.ts';
import { dealPath, initialOf, uniqueId } from './deal.ts';
import { score } from '../../lib/hot-rank.ts';
import type { DealCard } from './card.ts';
import { dealPriceText, wasPrice } from './price-text.ts';
import { isReduced, priceVerdict } from './price-verdict.ts';
import { shippingText } from './shipping.ts';
import { votableSince, isScoreHidden } from '../posts/hidden-scores.server.ts';

/** The deals that visitors may see, by themselves: what counting and choosing them needs. */
export const visibleDeals = (db: Db) => db.selectFrom('deals as d').where('d.status', '<>', 'scheduled');

/** Deals joined with what a card shows of their store, brand, category, poster and picture. */
export const withTaxonomy = (deals: ReturnType<typeof visibleDeals>) =>
  deals
    .innerJoin('stores as s', 's.id', 'd.store_id')
    .innerJoin('categories as c', 'c.id', 'd.category_id')
    .leftJoin('brands as b', 'b.id', 'd.brand_id')
    .leftJoin('members as poster', 'poster.user_id', 'd.posted_by')
    .leftJoin('pictures as photo', 'photo.address', 'd.image_url');

/** The deals that visitors may see, joined with what a card shows of their store, brand, category, poster and picture. */
export const shownDeals = (db: Db) => withTaxonomy(visibleDeals(db));

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
const dealCards = (db: Db) => shownDeals(db).select(CARD_COLUMNS);

type CardRow = InferResult<ReturnType<typeof dealCards>>[number];

/** What it takes to know whose score is hidden, and how prices are written. */
type Showing = Pick<Context, 'clock' | 'config'>;

/** A row with `CARD_COLUMNS` as the card that pages and payloads carry. */
export const toCard = (showing: Showing, row: CardRow): DealCard => shown(showing, wholeCard(row, showing.config), votableSince(row));

const shown = (showing: Showing, card: DealCard, begun: Date): DealCard =>
  isScoreHidden(showing, begun) ? { ...card, score: null, isHot: false } : card;

function wholeCard(row: CardRow, { region, hotScore }: Config): DealCard {
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

/** Which state of a deal, and of what it is filed under, a card shows. A member's row changes with every vote, their name hardly ever. */
export const CARD_VERSION = sql<string>`concat_ws(' ', d.xmin, s.xmin, c.xmin, b.xmin, photo.xmin, poster.username)`.as('version');

/** How many cards are kept: as many as are on the first pages of all feeds. */
const KEPT_CARDS = 5_000;
const keptCards = new WeakMap<Db, LRUCache<number, KeptCard>>();

interface KeptCard {
  version: string;
  /** With its score: whether it is hidden depends on the time. */
  card: DealCard;
  begun: Date;
}

/**
 * Cards of deals that a query has chosen, in its order. The same deals are on many pages, and reading all that a card
 * shows takes longer than choosing them, so that cards are kept; one of another version is never used.
 */
export async function readCards(
  context: Showing & Pick<Context, 'db'>,
  chosen: { thread_id: number; version: string }[],
): Promise<DealCard[]> {
  const { db } = context;
  let kept = keptCards.get(db);
  if (!kept) keptCards.set(db, (kept = new LRUCache({ max: KEPT_CARDS })));
  const found = new Map<number, KeptCard>();
  for (const { thread_id: id, version } of chosen) {
    const known = kept.get(id);
    if (known?.version === version) found.set(id, known);
  }
  const missing = chosen.filter(({ thread_id: id }) => !found.has(id)).map(({ thread_id: id }) => id);
  const rows = missing.length > 0 ? await dealCards(db).select(CARD_VERSION).where('d.thread_id', 'in', missing).execute() : [];
  for (const row of rows) {
    const read = { version: row.version, card: wholeCard(row, context.config), begun: votableSince(row) };
    found.set(row.thread_id, read);
    kept.set(row.thread_id, read);
  }
  return chosen.flatMap(({ thread_id: id }) => {
    const card = found.get(id);
    return card ? shown(context, card.card, card.begun) : [];
  });
}

/** How far, in deals of a category by their ids, a page looks for others to show. */
const NEAR = 12;

/** A deal and the category it is in. */
interface Filed {
  threadId: number;
  categoryId: number;
}

/** The deals that are next to each of these in its category by their ids, on either side. */
async function besides(db: Db, deals: Filed[]): Promise<{ of: number; id: number; live: boolean }[]> {
  const { rows } = await sql<{ of: number; id: number; live: boolean }>`
    select d.thread_id as of, near.thread_id as id, near.status = 'live' as live
    from unnest(${deals.map(({ threadId }) => threadId)}::bigint[], ${deals.map(({ categoryId }) => categoryId)}::int[]) as d (thread_id, category_id)
    cross join lateral (
      (select thread_id, status from deals where category_id = d.category_id and status <> 'scheduled' and thread_id < d.thread_id
        order by thread_id desc limit ${NEAR})
      union all
      (select thread_id, status from deals where category_id = d.category_id and status <> 'scheduled' and thread_id > d.thread_id
        order by thread_id limit ${NEAR})) as near`.execute(db);
  return rows;
}

/**
 * For each of these deals, cards of the live deals that stand nearest to it in its category, older ones first. Which they
 * are hardly ever changes, and they are sought among few, so that a change of a deal touches few other pages
 * (`neighboursOf`).
 */
export async function relatedCards(
  context: Showing & Pick<Context, 'db'>,
  deals: Filed[],
  limit: number,
): Promise<Map<number, DealCard[]>> {
  const { db } = context;
  const near = Map.groupBy(await besides(db, deals), ({ of }) => of);
  const nearest = new Map(
    deals.map(({ threadId }) => {
      const ids = (near.get(threadId) ?? []).filter(({ live }) => live).map(({ id }) => id);
      ids.sort((a, b) => Number(a > threadId) - Number(b > threadId) || Math.abs(a - threadId) - Math.abs(b - threadId));
      return [threadId, ids.slice(0, limit)];
    }),
  );
  const wanted = [...new Set([...nearest.values()].flat())];
  const rows = wanted.length > 0 ? await dealCards(db).where('d.thread_id', 'in', wanted).execute() : [];
  const cards = new Map(rows.map((row) => [row.thread_id, toCard(context, row)]));
  return new Map([...nearest].map(([id, ids]) => [id, ids.flatMap((other) => cards.get(other) ?? [])]));
}

/** The deals whose pages may show each of these in its category: those it stands near to, by its id. */
export async function neighboursOf(db: Db, deals: Filed[]): Promise<Map<number, number[]>> {
  const near = Map.groupBy(await besides(db, deals), ({ of }) => of);
  return new Map([...near].map(([id, others]) => [id, others.map((other) => other.id)]));
}
