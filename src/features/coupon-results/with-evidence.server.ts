import type { Context } from '../../server/context.ts';
import type { DealCard } from '../deals/card.ts';
import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import { readEvidence } from './evidence.server.ts';

interface DealShown {
  pageData: { deal: Pick<DealCard, 'threadId' | 'couponCode' | 'isExpired'>; couponEvidence?: CouponEvidence | null };
}
interface OfferShown {
  pageData: { offer: { pcoId: number; code: string | null; isExpired: boolean }; couponEvidence?: CouponEvidence | null };
}

/** Adds to pages of deals how their coupons worked, of those that have one that is not expired. */
export async function addDealEvidence({ db, clock }: Pick<Context, 'db' | 'clock'>, pages: Iterable<DealShown>): Promise<void> {
  const asked = [...pages].flatMap(({ pageData: data }) =>
    data.deal.couponCode !== null && !data.deal.isExpired ? [{ data, id: data.deal.threadId, code: data.deal.couponCode }] : [],
  );
  const codes = new Map(asked.map(({ id, code }) => [id, code]));
  const evidence = await readEvidence(db, { kind: 'deal', codes }, clock());
  for (const { data, id } of asked) data.couponEvidence = evidence.get(id) ?? null;
}

/** As `addDealEvidence`, to the page of an offer. */
export async function addOfferEvidence({ db, clock }: Pick<Context, 'db' | 'clock'>, { pageData: data }: OfferShown): Promise<void> {
  const { pcoId, code, isExpired } = data.offer;
  if (code === null || isExpired) return;
  const evidence = await readEvidence(db, { kind: 'offer', codes: new Map([[pcoId, code]]) }, clock());
  data.couponEvidence = evidence.get(pcoId) ?? null;
}
