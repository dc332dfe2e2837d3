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

/** The ways that members of a site can choose. */
export const offeredWays = (offersPush: boolean): Way[] => WAYS.filter((way) => offersPush || way !== 'push');

/** Kinds that members choose the ways of; of deal alerts each alert says it by itself. */
export type ChosenKind = Exclude<NotificationKind, 'deal-alert'>;

/** How members are told who chose nothing. */
export const USUAL_WAYS: Record<ChosenKind, Way[]> = {
  reply: ['site', 'email'],
  quote: ['site', 'email'],
  mention: ['site', 'email'],
  'price-drop': ['site', 'email'],
  expired: ['site'],
  'works-again': ['site'],
  'ends-soon': ['site', 'email'],
  moderation: ['site'],
};

/** What each kind is, as members choose it. */
export const KIND_LABELS: Record<ChosenKind, string> = {
  reply: 'Replies to your comments and deals',
  quote: 'Quotes of your words',
  mention: 'Mentions of your name',
  'price-drop': 'A saved deal gets cheaper',
  expired: 'A saved deal expires',
  'works-again': 'A saved deal works again',
  'ends-soon': 'A saved deal is about to end',
  moderation: 'Moderators’ decisions on your posts',
};
