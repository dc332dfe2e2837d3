import { type InferResult, type NotNull, sql } from 'kysely';
import { shortMoney } from '../../lib/money.ts';
import type { Region } from '../../lib/region.ts';
import type { Context } from '../../server/context.ts';
import type { Db } from '../../server/db/database.ts';
import { initialOf, uniqueId } from '../deals/deal.ts';
import { offerPath, savingText, type OfferCounts, type OfferCard } from './offer.ts';

/** The offers that visitors may see, joined with their store. */
export function shownOffers(db: Db) {
  return db.selectFrom('offers as o').leftJoin('stores as s', 's.id', 'o.store_id').where('o.status', '<>', 'scheduled');
}

/** The columns that `toOfferCard` reads. */
export const OFFER_COLUMNS = [
  'o.id',
  'o.offer_type',
  'o.title',
  'o.kind',
  'o.maker',
  'o.code',
  'o.percent',
  'o.amount_cents',
  'o.minimum_cents',
  'o.currency',
  'o.year',
  'o.posted_at',
  'o.expires_at',
  'o.status',
  's.slug as store_slug',
  's.name as store_name',
  's.host as store_host',
] as const;

/** Offers with `OFFER_COLUMNS`. */
const offerCards = (db: Db) => shownOffers(db).select(OFFER_COLUMNS);

const newestOf = (db: Db, storeId: number) => offerCards(db).where('o.store_id', '=', storeId);

type OfferRow = InferResult<ReturnType<typeof offerCards>>[number];

/** A row with `OFFER_COLUMNS` as the card that pages and payloads carry. */
export function toOfferCard(row: OfferRow, { locale }: Pick<Region, 'locale'>): OfferCard {
  // Offers usually have round amounts, so `.00` is left out.
  const money = (cents: number | null) => (cents === null ? null : shortMoney(cents, row.currency, locale));
  return {
    uniqueId: uniqueId('PCO', row.id),
    pcoId: row.id,
    offerType: row.offer_type,
    dealTitle: row.title,
    path: offerPath(row.id),
    savingText: savingText({ type: row.offer_type, percent: row.percent, amountText: money(row.amount_cents) }, { locale }),
    minimumText: money(row.minimum_cents),
    code: row.code,
    isExpired: row.status === 'expired',
    year: row.year,
    postedAt: row.posted_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    store: row.store_slug && row.store_name && row.store_host ? { slug: row.store_slug, name: row.store_name, host: row.store_host } : null,
    maker: row.maker,
    picture: {
      kind: row.kind ?? row.offer_type,
      url: null,
      photo: null,
      initial: initialOf(row.store_name ?? row.maker, row.title),
      tint: row.offer_type === 'coupon' ? 'amber' : 'green',
    },
  };
}

/** A store's own offers, those that still work first, newest first. */
export async function storeOffers({ db, config }: Pick<Context, 'db' | 'config'>, storeId: number, limit: number): Promise<OfferCard[]> {
  const rows = await newestOf(db, storeId)
    .orderBy(sql`o.status = 'expired'`)
    .orderBy('o.posted_at', 'desc')
    .orderBy('o.id')
    .limit(limit)
    .execute();
  return rows.map((row) => toOfferCard(row, config.region));
}

/** What a store's page shows of its offers: those that work, then those that have expired, each newest first; and how many there are of either. */
export async function offersOfStore(
  { db, config }: Pick<Context, 'db' | 'config'>,
  storeId: number,
  most: OfferCounts,
): Promise<{ offers: OfferCard[]; total: OfferCounts }> {
  const counted = sql<number>`row_number() over (partition by o.status order by o.posted_at desc, o.id)`;
  const rows = await db
    .selectFrom(
      newestOf(db, storeId)
        .select([counted.as('place'), sql<number>`count(*) over (partition by o.status)`.as('total')])
        .as('each'),
    )
    .selectAll()
    .where((eb) => eb('place', '<=', sql<number>`case when status = 'expired' then ${most.expired}::int else ${most.live}::int end`))
    .orderBy(sql`status = 'expired'`)
    .orderBy('place')
    .execute();
  const totalOf = (isExpired: boolean) => rows.find(({ status }) => (status === 'expired') === isExpired)?.total ?? 0;
  return { offers: rows.map((row) => toOfferCard(row, config.region)), total: { live: totalOf(false), expired: totalOf(true) } };
}

/** Cards of the offers with these ids, in this order. */
export async function findOfferCards({ db, config }: Pick<Context, 'db' | 'config'>, ids: number[]): Promise<OfferCard[]> {
  if (ids.length === 0) return [];
  const cards = new Map((await offerCards(db).where('o.id', 'in', ids).execute()).map((row) => [row.id, toOfferCard(row, config.region)]));
  return ids.flatMap((id) => cards.get(id) ?? []);
}

/** Ids of the offers of each of these stores. The pages of a store's offers show one another. */
export async function offersBeside(db: Db, stores: number[]): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('offers')
    .select(['id', 'store_id'])
    .where('store_id', 'in', stores)
    .where('status', '<>', 'scheduled')
    .$narrowType<{ store_id: NotNull }>()
    .execute();
  const beside = Map.groupBy(rows, ({ store_id }) => store_id);
  return new Map([...beside].map(([store, offers]) => [store, offers.map(({ id }) => id)]));
}

/** Whether offers that are shown have expired, by their ids; those that are not there are left out. */
export async function offerStates({ db }: Pick<Context, 'db'>, ids: number[]): Promise<Record<string, { isExpired: boolean }>> {
  if (ids.length === 0) return {};
  const rows = await shownOffers(db).select(['o.id', 'o.status']).where('o.id', 'in', ids).execute();
  return Object.fromEntries(rows.map(({ id, status }) => [id, { isExpired: status === 'expired' }]));
}
