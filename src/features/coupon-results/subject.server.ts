import { readId, readTaxonomyId } from '../../lib/exact-params.ts';
import type { Context } from '../../server/context.ts';
import { findCards } from '../deals/find-card.server.ts';
import { findOfferCards } from '../offers/offers.server.ts';
import type { CouponSubject } from './answers.server.ts';

/** Reads `DEAL-12` or `PCO-12`; undefined when it is neither, or an id that no offer can have. */
export function subjectOf(about: string): CouponSubject | undefined {
  const [type, text = ''] = about.split('-', 2);
  const id = type === 'DEAL' ? readId(text) : type === 'PCO' ? readTaxonomyId(text) : undefined;
  return id === undefined ? undefined : { kind: type === 'DEAL' ? 'deal' : 'offer', id };
}

/** The deal or offer that an answer about a coupon names; undefined when nothing shows it. */
export async function findSubject(context: Context, about: string): Promise<{ dealTitle: string; path: string } | undefined> {
  const subject = subjectOf(about);
  if (!subject) return undefined;
  const [card] = subject.kind === 'deal' ? await findCards(context, [subject.id]) : await findOfferCards(context, [subject.id]);
  return card;
}
