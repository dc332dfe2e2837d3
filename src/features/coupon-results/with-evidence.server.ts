import type { Context } from '../../server/context.ts';
import type { DealCard } from '../deals/card.ts';
import type { CouponEvidence } from '../../lib/coupon-evidence.ts';
import { readEvidence } from './evidence.server.ts';

type DealCardShown = Pick<DealCard, 'threadId' | 'couponCode' | 'isExpired' | 'couponEvidence'>;
interface DealShown {
  pageData: { deal: DealCardShown; related: DealCardShown[]; couponEvidence?: CouponEvidence | null };
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

/** Adds how coupons worked to pages of deals with a coupon that has not expired, and to the cards on them. */
export async function addDealEvidence(context: Pick<Context, 'db' | 'clock'>, pages: Iterable<DealShown>): Promise<void> {
  // A copy, because the page has the evidence of its own deal beside it, not within it.
  const asked = [...pages].map(({ pageData: data }) => ({ data, own: { ...data.deal } }));
  await addDealCardEvidence(
    context,
    asked.flatMap(({ data, own }) => [own, ...data.related]),
  );
  for (const { data, own } of asked) if (worksStill(own)) data.couponEvidence = own.couponEvidence ?? null;
}

/** Adds to cards of deals how their coupons worked, if members answered within a month. */
export async function addDealCardEvidence({ db, clock }: Pick<Context, 'db' | 'clock'>, cards: DealCardShown[]): Promise<void> {
  const asked = cards.filter(worksStill);
  const codes = new Map(asked.map(({ threadId, couponCode }) => [threadId, couponCode]));
  const evidence = await readEvidence(db, { kind: 'deal', codes }, clock());
  for (const card of asked) {
    const found = evidence.get(card.threadId);
    if (found) card.couponEvidence = found;
  }
}

const worksStill = (card: DealCardShown): card is DealCardShown & { couponCode: string } => card.couponCode !== null && !card.isExpired;

/** As `addDealEvidence`, to the page of an offer and the cards on it. */
export async function addOfferEvidence(context: Pick<Context, 'db' | 'clock'>, { pageData: data }: OfferShown): Promise<void> {
  // A copy, because the page has the evidence of its own offer beside it, not within it.
  const own = { ...data.offer };
  await addCardEvidence(context, [own, ...data.more]);
  if (own.code !== null && !own.isExpired) data.couponEvidence = own.couponEvidence ?? null;
}

/** Adds to cards of offers how their coupons worked, if members answered within a month. */
export async function addCardEvidence({ db, clock }: Pick<Context, 'db' | 'clock'>, cards: CardShown[]): Promise<void> {
  const codes = new Map(cards.flatMap(({ pcoId, code, isExpired }) => (code !== null && !isExpired ? [[pcoId, code] as const] : [])));
  const evidence = await readEvidence(db, { kind: 'offer', codes }, clock());
  for (const card of cards) {
    const found = evidence.get(card.pcoId);
    if (found) card.couponEvidence = found;
  }
}
