import type { Context } from '../../server/context.ts';
import type { DealCard } from '../deals/card.ts';
import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import { readEvidence } from './evidence.server.ts';

interface DealShown {
  pageData: { deal: Pick<DealCard, 'threadId' | 'couponCode' | 'isExpired'>; couponEvidence?: CouponEvidence | null };
}
interface CardShown {
  pcoId: number;
  code: string | null;
  isExpired: boolean;
  couponEvidence?: CouponEvidence;
}
interface OfferShown {
  pageData: { offer: CardShown; more: CardShown[]; couponEvidence?: CouponEvidence | null };
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

/** As `addDealEvidence`, to the page of an offer and the cards on it. */
export async function addOfferEvidence(context: Pick<Context, 'db' | 'clock'>, { pageData: data }: OfferShown): Promise<void> {
  // The page says it beside its own offer, and not within it once more.
  const own = { ...data.offer };
  await addCardEvidence(context, [own, ...data.more]);
  if (own.code !== null && !own.isExpired) data.couponEvidence = own.couponEvidence ?? null;
}

/** Adds to cards of offers how their coupons worked, where members said so lately. */
export async function addCardEvidence({ db, clock }: Pick<Context, 'db' | 'clock'>, cards: CardShown[]): Promise<void> {
  const codes = new Map(cards.flatMap(({ pcoId, code, isExpired }) => (code !== null && !isExpired ? [[pcoId, code] as const] : [])));
  const evidence = await readEvidence(db, { kind: 'offer', codes }, clock());
  for (const card of cards) {
    const found = evidence.get(card.pcoId);
    if (found) card.couponEvidence = found;
  }
}
