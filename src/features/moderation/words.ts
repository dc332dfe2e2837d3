import type { ModerationAction } from '../../server/db/schema/community.ts';
import { RejectedAction } from './rejected-action.ts';

/** What may be decided about a post. */
export const DECISIONS = ['keep', 'hide', 'delete', 'expire', 'revive'] as const;
export type Decision = (typeof DECISIONS)[number];

/** Whether an action is against a member, not a post. */
export const isSanction = (action: ModerationAction) => action === 'warn' || action === 'suspend' || action === 'remove-votes';

/** Whether an action belongs to the desk, where it is also reversed. */
export const isOfDesk = (action: ModerationAction) => ['publish', 'refuse', 'edit', 'feature', 'unfeature', 'role'].includes(action);

/** What determines which decisions a moderator may make. */
interface Decider {
  userId: number;
  isAdministrator: boolean;
}

/** Why a moderator may not decide about a post of somebody's. */
export function decisionFault(
  author: { userid: number; isModerator: boolean } | null,
  { userId, isAdministrator }: Decider,
): string | undefined {
  if (author?.userid === userId) return 'You wrote this yourself: another moderator decides about it.';
  return author?.isModerator && !isAdministrator ? 'Only administrators decide about what a moderator wrote.' : undefined;
}

/** Whether an action was a moderator's decision about a post, not what members' reports did. */
export const isDecision = (action: ModerationAction, byReports: boolean): boolean =>
  !byReports && DECISIONS.some((decision) => decision === action);

/** What determines whether a moderator may undo an action. */
interface Undoable {
  action: ModerationAction;
  byReports: boolean;
  member?: { userid: number; isModerator: boolean } | null;
  isOfNobody?: boolean;
  isTextGone?: boolean;
}

/** Why a moderator cannot undo an action, as far as that is known before they try. */
export function undoFault(
  { action, byReports, member, isOfNobody, isTextGone }: Undoable,
  { userId, isAdministrator }: Decider,
): string | undefined {
  if (member?.userid === userId) return 'Another moderator decides: this is about you.';
  if (member?.isModerator && isSanction(action)) return 'The owner of the site decides: this is about a moderator.';
  if (member?.isModerator && !isAdministrator && isDecision(action, byReports))
    return 'Administrators undo it: this is about what a moderator wrote.';
  if (isOfDesk(action)) return 'It is changed at the desk.';
  if (isTextGone) return 'Its text is gone.';
  if ((action === 'remove-votes' && !member) || (action === 'suspend' && isOfNobody)) return 'The account was deleted.';
  return undefined;
}

/** What was done to a post, in words for the moderator who did it. */
export const ACTION_LABELS: Record<ModerationAction, string> = {
  keep: 'Kept',
  hide: 'Hidden',
  delete: 'Deleted',
  expire: 'Expired',
  revive: 'Revived',
  warn: 'Warned',
  suspend: 'Suspended',
  'remove-votes': 'Votes removed',
  publish: 'Published',
  refuse: 'Refused',
  edit: 'Edited',
  feature: 'Featured',
  unfeature: 'Featured no more',
  role: 'Role given',
};

/** Address of the moderators' pages; all of their forms go to the first one. */
export const MODERATION = { queue: '/account/moderation', votes: '/account/moderation-votes', done: '/account/moderation-done' } as const;

/** The desk: what it has is for moderators alone. */
export const DESK = { overview: '/desk', posts: '/desk/posts', deals: '/desk/deals', members: '/desk/members' } as const;

export const LONGEST_REASON = 200;

/** A reason as it is stored: line breaks become spaces. */
export const toReason = (typed: string): string => typed.trim().replaceAll(/(?<!\s)\s*[\r\n]\s*/g, ' ');

/** The reason in a form of the desk. @throws RejectedAction when it is too long */
export function reasonIn(form: { get(name: string): string | null }): string {
  const reason = toReason(form.get('reason') ?? '');
  if (reason.length <= LONGEST_REASON) return reason;
  throw new RejectedAction(`The reason is longer than ${LONGEST_REASON} characters. Please shorten it. Nothing was changed.`);
}

/** How long a member may be suspended without naming a date, in days. */
const SUSPENSIONS = [
  { days: 1, name: '1 day' },
  { days: 7, name: '1 week' },
  { days: 30, name: '30 days' },
  { days: 365, name: '1 year' },
] as const;

/** Sanctions of the author that go with a decision; `suspend-7` is a week, `suspend-date` lasts until the given date. */
export const AUTHOR_CHOICES: { value: string; name: string }[] = [
  { value: '', name: 'Nothing' },
  { value: 'warn', name: 'Warn' },
  ...SUSPENSIONS.map(({ days, name }) => ({ value: `suspend-${days}`, name: `Suspend for ${name}` })),
  { value: 'suspend-date', name: 'Suspend until the date' },
];
