/** Why a post is reported (spec §3), and what is reported of deals besides. */
export const POST_REASONS = ['Spam', 'Repost', 'Troll', 'Other'] as const;
export const DEAL_REASONS = ['Expired', 'Works again'] as const;
export type Reason = (typeof POST_REASONS)[number] | (typeof DEAL_REASONS)[number];

export type PostKind = 'deal' | 'comment';

/** Returns the reasons that fit a post, those of deals alone first. */
export function reasonsFor(kind: PostKind, isExpired: boolean): Reason[] {
  if (kind === 'comment') return [...POST_REASONS];
  return [isExpired ? 'Works again' : 'Expired', ...POST_REASONS];
}

export const LONGEST_NOTE = 500;
