/** Why a post is reported (spec §3), and what is reported of deals besides. */
export const POST_REASONS = ['Spam', 'Repost', 'Troll', 'Other'] as const;
export const DEAL_REASONS = ['Expired', 'Works again'] as const;
export type Reason = (typeof POST_REASONS)[number] | (typeof DEAL_REASONS)[number];

/** Where a report is sent to (contract.md, Community). */
export const REPORT_ADDRESS = '/forums/report.php';

export type PostKind = 'deal' | 'comment';

/** The reasons that fit a post, those that are said of deals first. */
export function reasonsFor(kind: PostKind, isExpired: boolean): Reason[] {
  if (kind === 'comment') return [...POST_REASONS];
  return [isExpired ? 'Works again' : 'Expired', ...POST_REASONS];
}

export const LONGEST_NOTE = 500;

/** What `POST /forums/report.php` answers (contract.md, Community). */
export type ReportAnswer = { success: true } | { error: string };

export const MESSAGES = {
  noReason: 'Please choose a reason.',
  longNote: `Use at most ${LONGEST_NOTE} characters.`,
  gone: 'There is no such post any more.',
  thanks: 'Thank you. A moderator will look at it.',
} as const;
