import { readId } from '../../lib/exact-params.ts';
import { threadIdOf } from '../deals/deal.ts';
import type { PreviewAnswer } from './contracts/preview.ts';

/** The longest text that a deal is named by. */
export const LONGEST_DEAL = 500;

type Found = Extract<PreviewAnswer, { total: number }>;

/** Which conditions of an alert a deal meets, one by one. */
export type MatchExplanation = NonNullable<Found['why']>;

/** Why there is no answer, in words. */
export const DEAL_MESSAGES = {
  unreadable: 'Paste the address of a deal’s page, or its number.',
  gone: 'There is no such deal.',
} as const;

/** The deal that an address of its page or a number names. */
export function threadIdIn(text: string): number | undefined {
  const [, slug] = /(?:^|\/)f\/([^/?#]+)/.exec(text) ?? [];
  return slug === undefined ? readId(text.trim()) : threadIdOf(slug);
}

/**
 * Returns what a dry run says of the deal that somebody named.
 * @param found the dry run; undefined where there is none
 * @returns undefined where no deal is named, or nothing is known of it
 */
export function dealAnswer(deal: string, found: Found | undefined): { why: MatchExplanation } | { message: string } | undefined {
  if (deal.trim() === '') return undefined;
  const threadId = threadIdIn(deal);
  if (threadId === undefined) return { message: DEAL_MESSAGES.unreadable };
  if (!found) return undefined;
  return found.why?.threadId === threadId ? { why: found.why } : { message: DEAL_MESSAGES.gone };
}
