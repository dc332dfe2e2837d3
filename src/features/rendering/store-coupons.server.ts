import { byEvidence } from '../../lib/coupon-evidence.ts';
import type { Context } from '../../server/context.ts';
import { addCardEvidence } from '../coupon-results/with-evidence.server.ts';
import type { StoreCoupon } from '../deals/detail.ts';
import { liveCoupons } from '../offers/live-coupons.server.ts';

/** As many as a store's own page begins with. */
const MOST = 12;

/** Coupons of stores that work, by the stores' ids: those that worked for members first, then the newest. */
export async function storeCoupons(context: Context, stores: number[]): Promise<Map<number, StoreCoupon[]>> {
  const found = await liveCoupons(context, stores, MOST);
  await addCardEvidence(context, [...found.values()].flat());
  return new Map(
    [...found].map(([store, coupons]) => [
      store,
      coupons
        .sort((one, other) => byEvidence(one.couponEvidence, other.couponEvidence))
        .map(({ pcoId, dealTitle, path, savingText, minimumText, minimumCents, currency, code, couponEvidence }) => ({
          pcoId,
          dealTitle,
          path,
          savingText,
          minimumText,
          minimumCents,
          currency,
          code,
          ...(couponEvidence && { couponEvidence }),
        })),
    ]),
  );
}
