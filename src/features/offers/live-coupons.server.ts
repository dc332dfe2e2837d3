import { type NotNull, sql } from 'kysely';
import type { Context } from '../../server/context.ts';
import type { OfferCard } from './offer.ts';
import { OFFER_COLUMNS, shownOffers, toOfferCard } from './offers.server.ts';

/** A coupon that works, and from what amount on, in hundredths. */
type LiveCoupon = OfferCard & { code: string; minimumCents: number | null; currency: string };

/** The newest coupons of each of these stores that have not expired, by the stores' ids. @param most of a store */
export async function liveCoupons(
  { db, config }: Pick<Context, 'db' | 'config'>,
  stores: number[],
  most: number,
): Promise<Map<number, LiveCoupon[]>> {
  if (stores.length === 0) return new Map();
  const place = sql<number>`row_number() over (partition by o.store_id order by o.posted_at desc, o.id)`;
  const rows = await db
    .selectFrom(
      shownOffers(db)
        .select([...OFFER_COLUMNS, 'o.store_id', place.as('place')])
        .where('o.store_id', 'in', stores)
        .where('o.status', '=', 'live')
        .where('o.offer_type', '=', 'coupon')
        .where('o.code', 'is not', null)
        .as('each'),
    )
    .selectAll()
    .where('place', '<=', most)
    .orderBy('place')
    .$narrowType<{ store_id: NotNull; code: NotNull }>()
    .execute();
  const coupons = rows.map((row) => ({
    store: row.store_id,
    coupon: { ...toOfferCard(row, config.region), code: row.code, minimumCents: row.minimum_cents, currency: row.currency },
  }));
  return new Map([...Map.groupBy(coupons, ({ store }) => store)].map(([store, each]) => [store, each.map(({ coupon }) => coupon)]));
}
