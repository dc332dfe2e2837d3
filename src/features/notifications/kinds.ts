import { NOTIFICATION_KINDS, type NotificationKind } from '../../lib/notification-kinds.ts';

/** How a member is notified: in the bell and its page, by mail, by push. */
export const NOTIFICATION_CHANNELS = ['site', 'email', 'push'] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** The channels that members of a site can choose. */
export const offeredChannels = (offersPush: boolean): NotificationChannel[] =>
  NOTIFICATION_CHANNELS.filter((channel) => offersPush || channel !== 'push');

/** Kinds without a choice of channels: deal alerts have their own, and "mails stopped" is shown on the site only. */
const WITHOUT_CHOICE = ['deal-alert', 'mails-stopped'] as const;

/** Kinds that members choose the channels of. */
export type ChosenKind = Exclude<NotificationKind, (typeof WITHOUT_CHOICE)[number]>;

export const CHOSEN_KINDS = NOTIFICATION_KINDS.filter((kind): kind is ChosenKind => !WITHOUT_CHOICE.some((each) => each === kind));

/** The channels of members who chose nothing. */
export const DEFAULT_CHANNELS: Record<ChosenKind, NotificationChannel[]> = {
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
