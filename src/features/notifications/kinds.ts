/** What members can be told about. */
export const KINDS = [
  'deal-alert',
  'reply',
  'quote',
  'mention',
  'price-drop',
  'expired',
  'works-again',
  'ends-soon',
  'moderation',
] as const;
export type NotificationKind = (typeof KINDS)[number];

/** Where a member can be told: in the bell and its page, by mail, by push. */
export const WAYS = ['site', 'email', 'push'] as const;
export type Way = (typeof WAYS)[number];

/** How members are told who chose nothing. Of deal alerts each alert says it by itself. */
export const USUAL_WAYS: Record<Exclude<NotificationKind, 'deal-alert'>, Way[]> = {
  reply: ['site', 'email'],
  quote: ['site', 'email'],
  mention: ['site', 'email'],
  'price-drop': ['site', 'email'],
  expired: ['site'],
  'works-again': ['site'],
  'ends-soon': ['site', 'email'],
  moderation: ['site'],
};
