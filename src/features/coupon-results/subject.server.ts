import { readId, readTaxonomyId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { findCard } from '../deals/find-card.server.ts';
import { mergedInto } from '../deals/merged-into.server.ts';
import { findOfferCards } from '../offers/offers.server.ts';
import type { CouponSubject } from './answers.server.ts';

/** The deal or offer that `DEAL-12` or `PCO-12` names, or the deal that it was merged into; undefined when it is no such text. Whether it is there is not looked up. */
export async function subjectNow(context: Context, about: string): Promise<CouponSubject | undefined> {
  const subject = subjectOf(about);
  const merged = subject?.kind === 'deal' ? await mergedInto(context, subject.id) : undefined;
  return merged ? { kind: 'deal', id: merged.thread_id } : subject;
}

/** Undefined also for an id that no offer can have. */
function subjectOf(about: string): CouponSubject | undefined {
  const [type, text = ''] = about.split('-', 2);
  const id = type === 'DEAL' ? readId(text) : type === 'PCO' ? readTaxonomyId(text) : undefined;
  return id === undefined ? undefined : { kind: type === 'DEAL' ? 'deal' : 'offer', id };
}

/** The deal or offer that an answer about a coupon names; undefined when nothing shows it. */
export async function findSubject(context: Context, about: string): Promise<{ dealTitle: string; path: string } | undefined> {
  const subject = subjectOf(about);
  if (!subject) return undefined;
  if (subject.kind === 'deal') return findCard(context, subject.id);
  const [card] = await findOfferCards(context, [subject.id]);
  return card;
}
